package dev.dropbehind.engine.measure;

import java.util.List;

/**
 * Something that happened in a machine at one instant.
 *
 * @param kind what happened
 * @param actor who did it: name of a task, or of the context of an interrupt
 * @param file number of the file it happened to, or {@link #NO_FILE}
 * @param first first page; of a call its first byte
 * @param count how many pages; of a call bytes
 */
public record Fact(Kind kind, String actor, int file, long first, long count) {

    /** The file of a fact that is about none. */
    public static final int NO_FILE = -1;

    /** What a fact is about, and so what its numbers count. */
    public enum Subject {
        /** A system call: bytes of the file. */
        CALL,
        /** Folios of a file: pages. */
        FOLIOS,
        /** Memory as a whole: pages where there are any, in no file. */
        MEMORY
    }

    /** What can happen, with the words for it and the functions of the kernel that lead there. */
    public enum Kind {
        CALL_BEGINS(Subject.CALL, "read() begins", "preadv2", "filemap_read"),
        FOLIOS_FOUND(Subject.FOLIOS, "found up to date", "filemap_read", "filemap_get_pages", "filemap_get_read_batch"),
        PAGE_MISSING(Subject.FOLIOS, "looked for and not cached", "filemap_read", "filemap_get_pages"),
        MARKER_MET(Subject.FOLIOS, "read-ahead marker met and taken off", "filemap_get_pages", "filemap_readahead"),
        WINDOW_AT_START(
                Subject.FOLIOS,
                "read-ahead window built at the start of the file",
                "filemap_get_pages",
                "page_cache_sync_ra"),
        WINDOW_CONTINUES_LAST_CALL(
                Subject.FOLIOS,
                "read-ahead window built right behind the last call",
                "filemap_get_pages",
                "page_cache_sync_ra"),
        WINDOW_OVERSIZED(
                Subject.FOLIOS,
                "read-ahead window built for a request larger than the limit",
                "filemap_get_pages",
                "page_cache_sync_ra"),
        WINDOW_RANDOM(
                Subject.FOLIOS,
                "just what is asked for, since nothing else looks like a stream",
                "page_cache_sync_ra",
                "do_page_cache_ra"),
        WINDOW_BEHIND_CACHED_RUN(
                Subject.FOLIOS,
                "read-ahead window built behind a run of cached pages",
                "page_cache_sync_ra",
                "page_cache_prev_miss"),
        WINDOW_AT_MARKER(
                Subject.FOLIOS,
                "read-ahead window built behind the one whose marker was met",
                "filemap_readahead",
                "page_cache_async_ra"),
        WINDOW_BEHIND_GAP(
                Subject.FOLIOS,
                "read-ahead window built at the next gap behind a marker of another window",
                "page_cache_async_ra",
                "page_cache_next_miss"),
        WINDOW_FORCED(
                Subject.FOLIOS,
                "just what is asked for, since read-ahead is off",
                "page_cache_sync_ra",
                "force_page_cache_ra"),
        WINDOW_FALLBACK(
                Subject.FOLIOS,
                "rest of a window read in the smallest folios, where a large one found no place",
                "page_cache_ra_order",
                "do_page_cache_ra"),
        PAGE_READ_ALONE(Subject.FOLIOS, "read by the call itself", "filemap_get_pages", "filemap_create_folio"),
        FOLIOS_CREATED(Subject.FOLIOS, "created by read-ahead, locked", "page_cache_ra_unbounded", "filemap_add_folio"),
        FOLIOS_MARKED_DROPBEHIND(
                Subject.FOLIOS, "marked drop-behind", "page_cache_ra_unbounded", "folio_set_dropbehind"),
        MARKER_SET(Subject.FOLIOS, "got the read-ahead marker", "page_cache_ra_unbounded", "folio_set_readahead"),
        BIO_SUBMITTED(Subject.FOLIOS, "requested from the device", "read_pages", "f2fs_readahead", "submit_bio"),
        WRITE_SUBMITTED(Subject.FOLIOS, "sent to the device", "do_writepages", "submit_bio"),
        FILLED_WITH_ZEROES(
                Subject.FOLIOS,
                "filled with zeroes, since nothing was ever written there",
                "readahead",
                "folio_zero_range"),
        WAITS_FOR_READ(
                Subject.FOLIOS, "waited for by the reader", "filemap_get_pages", "filemap_update_page", "io_schedule"),
        BIO_DEFERRED(
                Subject.MEMORY,
                "bio left to a worker, since its end may sleep",
                "blk_mq_end_request",
                "bio_endio",
                "bio_complete_in_task"),
        BIO_ENDED(Subject.MEMORY, "bio completed", "blk_mq_end_request", "bio_endio"),
        FOLIOS_UPTODATE(Subject.FOLIOS, "up to date, unlocked", "bio_endio", "f2fs_read_end_io", "folio_end_read"),
        COPIED(Subject.FOLIOS, "copied to the reader", "filemap_read", "folio_mark_accessed", "copy_folio_to_iter"),
        DROPPED(
                Subject.FOLIOS,
                "dropped behind the read",
                "filemap_read",
                "filemap_end_dropbehind_read",
                "folio_unmap_invalidate"),
        DROPBEHIND_CLEARED(
                Subject.FOLIOS,
                "drop-behind mark taken off",
                "write_begin",
                "__filemap_get_folio",
                "folio_clear_dropbehind"),
        DIRTIED(Subject.FOLIOS, "dirty", "write_end", "filemap_dirty_folio", "folio_account_dirtied"),
        WRITEBACK_STARTED(
                Subject.FOLIOS,
                "under writeback",
                "do_writepages",
                "folio_clear_dirty_for_io",
                "folio_start_writeback"),
        WRITEBACK_ENDED(Subject.FOLIOS, "written back", "bio_endio", "folio_end_writeback"),
        DROP_IN_ATOMIC(
                Subject.FOLIOS,
                "not dropped, since an interrupt may not sleep",
                "folio_end_writeback",
                "folio_end_dropbehind"),
        SLEEP_IN_ATOMIC(
                Subject.FOLIOS,
                "dropped in an interrupt: sleeping function called from invalid context",
                "folio_end_writeback",
                "folio_end_dropbehind",
                "folio_unmap_invalidate",
                "__might_sleep"),
        CPU_HANGS(
                Subject.FOLIOS,
                "wanted by an interrupt whose task holds i_lock: the processor would hang here",
                "folio_end_writeback",
                "folio_end_dropbehind",
                "folio_unmap_invalidate",
                "spin_lock"),
        EDGES_READ(Subject.FOLIOS, "block written in part, so read first", "write_begin", "iomap_read_folio_sync"),
        COPIED_IN(Subject.FOLIOS, "written to", "generic_perform_write", "copy_folio_from_iter_atomic"),
        WAITS_FOR_FOLIO(Subject.FOLIOS, "waited for", "write_begin", "folio_lock"),
        WAITS_FOR_WRITEBACK(
                Subject.FOLIOS, "waited for until written back", "file_write_and_wait_range", "folio_wait_writeback"),
        JOURNAL_COMMIT(Subject.MEMORY, "journal commit", "vfs_fsync_range", "journal commit"),
        DROP_SKIPPED(Subject.FOLIOS, "busy, so not dropped", "filemap_read", "filemap_end_dropbehind_read"),
        INVALIDATED(
                Subject.FOLIOS,
                "given up by the reader and removed",
                "generic_fadvise",
                "mapping_try_invalidate",
                "mapping_evict_folio"),
        INVALIDATED_FOR_DIRECT(
                Subject.FOLIOS,
                "removed, since it is written past the cache",
                "iomap_dio_rw",
                "kiocb_invalidate_pages",
                "invalidate_inode_pages2_range"),
        PAGE_FAULT(Subject.FOLIOS, "page fault of a mapping", "handle_mm_fault", "do_fault", "filemap_fault"),
        MADE_WRITABLE(
                Subject.FOLIOS,
                "made dirty and writable, since it is stored to through a mapping",
                "do_page_mkwrite",
                "iomap_page_mkwrite",
                "folio_mark_dirty"),
        WINDOW_AROUND_FAULT(
                Subject.FOLIOS,
                "read-ahead window built around a page fault",
                "filemap_fault",
                "do_sync_mmap_readahead"),
        TRUNCATE_BEGINS(Subject.CALL, "truncate() begins", "do_truncate", "notify_change"),
        TRUNCATE_RETURNS(Subject.CALL, "truncate() returns", "do_truncate"),
        TRUNCATED(
                Subject.FOLIOS,
                "removed, since the file ends before it",
                "truncate_setsize",
                "truncate_inode_pages_range",
                "truncate_inode_folio"),
        ZERO_RANGE_BEGINS(Subject.CALL, "fallocate(ZERO_RANGE) begins", "vfs_fallocate", "ext4_zero_range"),
        ZERO_RANGE_RETURNS(Subject.CALL, "fallocate(ZERO_RANGE) returns", "vfs_fallocate"),
        DEFRAG_BEGINS(Subject.CALL, "ioctl(MOVE_EXT) begins", "ext4_ioctl", "ext4_move_extents"),
        DEFRAG_RETURNS(Subject.CALL, "ioctl(MOVE_EXT) returns", "ext4_ioctl"),
        RANGE_REMOVED(
                Subject.FOLIOS,
                "removed with a range of the file",
                "truncate_pagecache_range",
                "truncate_inode_pages_range",
                "truncate_inode_folio"),
        SYNC_ALL(Subject.MEMORY, "sync of all files begins", "ksys_sync", "wakeup_flusher_threads"),
        DROP_CACHES(Subject.MEMORY, "caches are dropped by hand", "drop_caches_sysctl_handler", "drop_pagecache_sb"),
        VM_SET(Subject.MEMORY, "dirty limits are set by hand", "proc_sys_call_handler", "writeback_set_ratelimit"),
        CPU_GOES_OFFLINE(Subject.MEMORY, "processor is taken off line by hand", "cpu_down", "_cpu_down"),
        CPU_COMES_ONLINE(Subject.MEMORY, "processor is brought back by hand", "cpu_up", "_cpu_up"),
        DONTNEED_BEGINS(Subject.CALL, "fadvise(DONTNEED) begins", "ksys_fadvise64_64", "generic_fadvise"),
        WRITE_BEGINS(Subject.CALL, "write() begins", "pwritev2", "generic_perform_write"),
        WRITE_RETURNS(Subject.CALL, "write() returns", "generic_perform_write", "pwritev2"),
        SYNC_BEGINS(Subject.CALL, "fsync() begins", "vfs_fsync_range"),
        SYNC_RETURNS(Subject.CALL, "fsync() returns", "vfs_fsync_range"),
        CALL_RETURNS(Subject.CALL, "read() returns", "filemap_read", "preadv2"),
        KSWAPD_WOKEN(Subject.MEMORY, "kswapd woken", "filemap_add_folio", "get_page_from_freelist", "wakeup_kswapd"),
        SCANNED(Subject.MEMORY, "folios isolated", "shrink_lruvec", "shrink_inactive_list", "isolate_lru_folios"),
        RECLAIMED(Subject.FOLIOS, "reclaimed", "shrink_inactive_list", "shrink_folio_list", "__remove_mapping"),
        KEPT(Subject.FOLIOS, "looked at by reclaim and kept", "shrink_inactive_list", "shrink_folio_list"),
        DEACTIVATED(Subject.FOLIOS, "moved to the inactive list", "shrink_lruvec", "shrink_active_list"),
        KSWAPD_SLEEPS(Subject.MEMORY, "kswapd goes to sleep", "kswapd", "kswapd_try_to_sleep"),
        DIRECT_RECLAIM(Subject.MEMORY, "direct reclaim", "get_page_from_freelist", "try_to_free_pages"),
        WAITS_FOR_KSWAPD(
                Subject.MEMORY, "waits until kswapd has freed some", "try_to_free_pages", "throttle_direct_reclaim"),
        RECLAIM_THROTTLED(Subject.MEMORY, "reclaim waits until folios are written", "shrink_node", "reclaim_throttle"),
        CGROUP_RECLAIM(
                Subject.MEMORY,
                "reclaim of the cgroup, which is full",
                "filemap_add_folio",
                "try_charge_memcg",
                "try_to_free_mem_cgroup_pages"),
        CGROUP_OVER_HIGH(
                Subject.MEMORY,
                "reclaim of the cgroup at return to the user",
                "resume_user_mode_work",
                "mem_cgroup_handle_over_high",
                "reclaim_high"),
        THROTTLED_BY_MACHINE(
                Subject.MEMORY,
                "writer held, since more is dirty than the machine lets pass freely",
                "balance_dirty_pages_ratelimited",
                "balance_dirty_pages",
                "io_schedule_timeout"),
        THROTTLED_BY_CGROUP(
                Subject.MEMORY,
                "writer held, since more is dirty than the cgroup lets pass freely",
                "balance_dirty_pages_ratelimited",
                "balance_dirty_pages",
                "io_schedule_timeout"),
        THROTTLED_AT_LIMIT(
                Subject.MEMORY,
                "writer stopped, since the dirty limit of the machine is reached",
                "balance_dirty_pages",
                "wb_position_ratio",
                "io_schedule_timeout"),
        THROTTLED_AT_CGROUP_LIMIT(
                Subject.MEMORY,
                "writer stopped, since the dirty limit of the cgroup is reached",
                "balance_dirty_pages",
                "wb_position_ratio",
                "io_schedule_timeout"),
        FLUSHER_SYNC(
                Subject.MEMORY, "flusher begins to write all there is, as somebody waits", "wb_workfn", "wb_writeback"),
        FLUSHER_RECLAIM(
                Subject.MEMORY,
                "flusher begins to write all there is, as reclaim met dirty folios",
                "wakeup_flusher_threads",
                "wb_check_start_all",
                "wb_writeback"),
        FLUSHER_DONTCACHE(
                Subject.MEMORY,
                "flusher begins to write as much as is dirty and marked drop-behind",
                "wb_workfn",
                "wb_check_start_dontcache",
                "wb_writeback"),
        FLUSHER_PERIODIC(
                Subject.MEMORY,
                "flusher begins to write what has been dirty for long",
                "wb_workfn",
                "wb_check_old_data_flush",
                "wb_writeback"),
        FLUSHER_BACKGROUND(
                Subject.MEMORY,
                "flusher begins to write until less is dirty than the background threshold",
                "wb_workfn",
                "wb_check_background_flush",
                "wb_writeback"),
        OUT_OF_MEMORY(Subject.MEMORY, "no page to be had", "filemap_create_folio", "mem_cgroup_out_of_memory"),
        REFAULTED(
                Subject.FOLIOS,
                "read again soon after reclaim: active",
                "filemap_add_folio",
                "workingset_refault",
                "workingset_test_recent"),
        EDGE_KEPT(
                Subject.FOLIOS,
                "written in part by the first of those who share it: not marked, stays for the next",
                "iomap_write_begin",
                "iomap_get_folio"),
        EDGE_COMPLETED(
                Subject.FOLIOS,
                "written in part by the second of those who share it: goes once it is written back",
                "iomap_write_end",
                "folio_mark_dropbehind"),
        EDGE_LEFT_LARGER(
                Subject.FOLIOS,
                "written in part, but found larger than an edge: neither marked nor dropped",
                "iomap_write_end"),
        EDGE_LEFT_TO_USER(
                Subject.FOLIOS,
                "written in part, but cached by a normal call: neither marked nor dropped",
                "iomap_write_end"),
        EDGE_CLAIMED(
                Subject.FOLIOS,
                "written in part by the second of those who share it, who drops it after its own sync",
                "iomap_write_end"),
        EDGE_DROPPED(
                Subject.FOLIOS,
                "dropped by the writer that has completed and synced it",
                "generic_write_sync",
                "folio_unmap_invalidate");

        private final Subject subject;
        private final String words;
        private final List<String> path;

        Kind(Subject subject, String words, String... path) {
            this.subject = subject;
            this.words = words;
            this.path = List.of(path);
        }

        /** Returns what the numbers count. */
        public Subject subject() {
            return subject;
        }

        /** Returns what happened in a few words. */
        public String words() {
            return words;
        }

        /** Returns whether it is a rule of read-ahead, by which the pages it names are about to be read. */
        public boolean isRule() {
            return switch (this) {
                case WINDOW_AT_START,
                        WINDOW_CONTINUES_LAST_CALL,
                        WINDOW_OVERSIZED,
                        WINDOW_RANDOM,
                        WINDOW_BEHIND_CACHED_RUN,
                        WINDOW_AT_MARKER,
                        WINDOW_BEHIND_GAP,
                        WINDOW_FORCED,
                        WINDOW_AROUND_FAULT,
                        WINDOW_FALLBACK,
                        PAGE_READ_ALONE -> true;
                default -> false;
            };
        }

        /** Returns names of kernel functions, the outer first: labels to search by. */
        public List<String> path() {
            return path;
        }
    }
}
