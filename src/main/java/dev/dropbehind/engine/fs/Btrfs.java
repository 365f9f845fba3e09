package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Work;
import dev.dropbehind.engine.cpu.WorkQueue;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.Pages;
import java.util.Arrays;

/**
 * btrfs: what comes from the device is compared with its checksum before it counts as read, which a worker does in task
 * context (kernel-model §5.4).
 */
public final class Btrfs extends FileSystem {

    private static final int PICOS_PER_NANO = 1000;

    private final WorkQueue endio;
    private final Work verify = new Work(this::verifyNext);
    private final long itemNanos;
    private final long checksumPicosPerByte;
    private long[] tags = new long[64];
    private int[] pages = new int[64];
    private int first;
    private int waiting;
    private long waitingPages;
    private boolean verified;

    /**
     * Joins a cache and a queue.
     *
     * @param acceptsDontcache whether its file operations carry FOP_DONTCACHE
     */
    public Btrfs(FileSystemSpec spec, Parts parts, Cpus cpus, boolean acceptsDontcache) {
        super(spec, parts, acceptsDontcache);
        endio = WorkQueue.unbound("btrfs-endio", Counter.COMPLETION_WORKER_CPU_NANOS, cpus);
        itemNanos = parts.costs().of(Cost.WORK_ITEM);
        checksumPicosPerByte = parts.costs().of(Cost.CHECKSUM);
    }

    @Override
    public void endBio(int bio, Context context) {
        arrived(bio);
        int count = bios().sectors(bio) / Pages.SECTORS;
        if (waiting == tags.length) {
            grow();
        }
        int slot = (first + waiting) % tags.length;
        tags[slot] = bios().tag(bio);
        pages[slot] = count;
        waiting++;
        waitingPages += count;
        endio.queue(0, verify);
    }

    @Override
    public long pagesAtWorkers() {
        return waitingPages;
    }

    /** Takes a turn for the comparison and one for what follows from it, bio by bio. */
    private long verifyNext(Task worker) {
        if (waiting == 0) {
            return Work.Body.DONE;
        }
        if (!verified) {
            verified = true;
            return itemNanos + Pages.bytes(pages[first]) * checksumPicosPerByte / PICOS_PER_NANO;
        }
        verified = false;
        long tag = tags[first];
        int count = pages[first];
        first = (first + 1) % tags.length;
        waiting--;
        waitingPages -= count;
        endRead(tag, count);
        return 0;
    }

    private void grow() {
        long[] oldTags = tags;
        int[] oldPages = pages;
        tags = Arrays.copyOf(oldTags, 2 * oldTags.length);
        pages = Arrays.copyOf(oldPages, 2 * oldPages.length);
        for (int i = 0; i < waiting; i++) {
            int slot = (first + i) % oldTags.length;
            tags[i] = oldTags[slot];
            pages[i] = oldPages[slot];
        }
        first = 0;
    }
}
