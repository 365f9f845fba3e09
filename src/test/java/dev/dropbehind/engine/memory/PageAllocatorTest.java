package dev.dropbehind.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Watermarks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Per-CPU lists in front of the zone, and what happens at its watermarks (kernel-model §6.1). */
class PageAllocatorTest {

    private static final Watermarks MARKS = new Watermarks(100, 200, 300);

    private final Counters counters = new Counters();
    private final Task task = new Task("hand", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
    private final Bill bill = new Bill(new Till(CostModel.priors()));
    private int wakeUps;
    private int directReclaims;
    private int reclaimable;
    private boolean putsOff;
    private Relief relief = new HandRelief(allocator(0, 1));

    @Test
    void theZoneGivesBatchesOf63() {
        PageAllocator allocator = allocator(1000, 1);

        assertThat(allocator.take(relief, 1)).isEqualTo(1);
        assertThat(free()).isEqualTo(937);
        assertThat(allocator.listedPages()).isEqualTo(62);

        assertThat(allocator.take(relief, 62)).isEqualTo(62);
        assertThat(free()).isEqualTo(937);

        assertThat(allocator.take(relief, 64)).isEqualTo(64);
        assertThat(free()).isEqualTo(937 - 126);
        assertThat(counters.get(Counter.PGALLOC)).isEqualTo(127);
    }

    @Test
    void aSmallZoneMovesFewerPagesAtATime() {
        assertThat(List.of(256L, 8_192L, 16_384L, 65_536L, 1L << 18, 1L << 32))
                .extracting(PageAllocator::batchOf)
                .containsExactly(1, 1, 3, 15, 63, 63);
    }

    @Test
    void theListOfAProcessorHoldsFreedPagesHoweverHighTheWatermarksAre() {
        long low = 3_000_000_000L;
        Zone zone = new Zone(new Watermarks(1, low, 2 * low), counters, 3 * low);
        PageAllocator allocator = new PageAllocator(zone, counters, 1, 4 * low);

        allocator.give(0, 100, 0);

        assertThat(allocator.listedPages()).isEqualTo(100);
        assertThat(free()).isEqualTo(3 * low);
    }

    @Test
    void pagesAndRefillsArePaidFor() {
        CostModel costs = CostModel.priors();
        PageAllocator allocator = allocator(1000, 1);

        allocator.take(relief, 100);

        assertThat(bill.settle()).isEqualTo(100 * costs.of(Cost.PAGE_ALLOC) + 2 * costs.of(Cost.PCP_REFILL));
    }

    @Test
    void freedPagesGoToTheZoneOnlyWhereTheListIsFull() {
        PageAllocator allocator = allocator(1000, 1);

        allocator.give(0, 252, 0);
        assertThat(free()).isEqualTo(1000);

        allocator.give(0, 1, 0);
        assertThat(free()).isEqualTo(1063);
        assertThat(allocator.listedPages()).isEqualTo(190);
        assertThat(counters.get(Counter.PGFREE)).isEqualTo(253);
    }

    @Test
    void aRefillAtLowWakesKswapdAndOneAboveDoesNot() {
        PageAllocator allocator = allocator(201, 1);

        allocator.take(relief, 63);
        assertThat(wakeUps).isZero();

        allocator.take(relief, 1);
        assertThat(wakeUps).isEqualTo(1);
        assertThat(directReclaims).isZero();
    }

    @Test
    void atMinATaskReclaimsByItselfAndGetsNoneOfTheLastPages() {
        PageAllocator allocator = allocator(100, 1);
        reclaimable = 64;

        assertThat(allocator.take(relief, 40)).isEqualTo(40);
        assertThat(directReclaims).isEqualTo(2);
        assertThat(free()).isEqualTo(100);
    }

    @Test
    void whereReclaimFreesNothingTheListsOfOtherProcessorsAreEmptiedFirst() {
        PageAllocator allocator = allocator(100, 3);
        allocator.give(1, 20, 0);
        allocator.give(2, 5, 0);

        assertThat(allocator.take(relief, 24)).isEqualTo(24);
        assertThat(allocator.listedPages()).isEqualTo(1);
    }

    @Test
    void whereReclaimIsPutOffTheListsOfOtherProcessorsAreLeftAlone() {
        PageAllocator allocator = allocator(100, 3);
        allocator.give(1, 20, 0);
        putsOff = true;

        assertThat(allocator.take(relief, 24)).isZero();
        assertThat(allocator.takeNeededBlocks(relief, 1, 2)).isZero();
        assertThat(directReclaims).isEqualTo(2);
        assertThat(allocator.listedPages()).isEqualTo(20);
    }

    @Test
    void anAllocationFailsWhereNothingCanBeReclaimed() {
        PageAllocator allocator = allocator(100, 2);

        assertThat(allocator.take(relief, 5)).isZero();
        assertThat(free()).isEqualTo(100);
    }

    @Test
    void anAllocationFallsShortWhereReclaimRunsDry() {
        PageAllocator allocator = allocator(0, 2);
        reclaimable = 32;

        assertThat(allocator.take(relief, 50)).isEqualTo(32);
    }

    private long free() {
        return counters.get(Counter.NR_FREE_PAGES);
    }

    private PageAllocator allocator(long freePages, int cpus) {
        Zone zone = new Zone(MARKS, counters, freePages);
        PageAllocator allocator = new PageAllocator(zone, counters, cpus, 1 << 20);
        relief = new HandRelief(allocator);
        allocator.relieveBy(new MemoryPressure() {
            @Override
            public void wakeKswapd() {
                wakeUps++;
            }

            @Override
            public Relief ofMachine(Task allocating, Bill payer) {
                throw new AssertionError("the test has its own");
            }

            @Override
            public Relief ofGroup(Task charging, Bill payer) {
                throw new AssertionError("there is no group");
            }

            @Override
            public void outOfMemory() {
                throw new AssertionError("nobody gives up");
            }
        });
        return allocator;
    }

    /** Frees 32 pages at a time of those there are, and stops where it is said to. */
    private final class HandRelief implements Relief {

        private final PageAllocator allocator;

        HandRelief(PageAllocator allocator) {
            this.allocator = allocator;
        }

        @Override
        public Task task() {
            return task;
        }

        @Override
        public Bill bill() {
            return bill;
        }

        @Override
        public long reclaim(long pages) {
            directReclaims++;
            int freed = Math.min(32, reclaimable);
            reclaimable -= freed;
            allocator.give(task.cpu(), freed, 0);
            return freed;
        }

        @Override
        public boolean isUnderWay() {
            return putsOff;
        }

        @Override
        public boolean mustWait() {
            return putsOff;
        }

        @Override
        public void await() {
            throw new AssertionError("the allocator never sleeps");
        }
    }
}
