package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.writeback.BdiWriteback;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a DONTCACHE write does at its end so that its pages leave the cache soon (kernel-model §3.6): start the
 * writeback of what it has written itself, or have the flusher do it.
 */
public sealed interface DontcacheKick {

    /** Begins, for the bytes of a file that were written. */
    void begin(Mapping mapping, long from, long to);

    /** Walks until the task must pay or sleep; on, once nothing is left to do. */
    Progress advance(Task task, Bill bill);

    /** The first form: the caller submits its own range and waits for nothing but room in the queue. */
    final class InlineRange implements DontcacheKick {

        private final MappingOperations operations;
        private final WritebackControl control = new WritebackControl();
        private @Nullable Mapping mapping;

        /** Writes by the operations of a file system. */
        public InlineRange(MappingOperations operations) {
            this.operations = operations;
        }

        @Override
        public void begin(Mapping written, long from, long to) {
            mapping = written;
            control.beginSyncNone(Pages.of(from), Pages.holding(to));
        }

        @Override
        public Progress advance(Task task, Bill bill) {
            return Progress.of(operations.writePages(Objects.requireNonNull(mapping), control, task, bill));
        }
    }

    /** The second form: the caller says so to the flusher and is done. */
    final class FlusherBit implements DontcacheKick {

        private final BdiWriteback writeback;

        /** Wakes the flusher of a device. */
        public FlusherBit(BdiWriteback writeback) {
            this.writeback = writeback;
        }

        @Override
        public void begin(Mapping written, long from, long to) {
            writeback.startDontcache();
        }

        @Override
        public Progress advance(Task task, Bill bill) {
            return Progress.ON;
        }
    }
}
