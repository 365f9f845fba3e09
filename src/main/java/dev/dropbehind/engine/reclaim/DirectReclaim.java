package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.memory.Relief;
import dev.dropbehind.engine.spec.Cost;
import java.util.function.LongConsumer;

/**
 * Reclaim charged to the task that needs the pages: below the min watermark from the whole machine (kernel-model §6.6),
 * at the limit of its cgroup from that alone (§6.7). It tries harder and harder until it has freed enough.
 *
 * <p>Between two passes, or in the midst of one, it may have to sleep: for a tick where all that it has met is on its
 * way to the device; in a group of cgroup version 1, which nothing else holds, until the folio that it has met twice is
 * written, or for up to a tenth of a second where the flusher has not begun yet. After that it goes on with the next
 * priority.
 */
final class DirectReclaim implements Relief {

    private static final int LEAST_TARGET_PAGES = 32;
    private static final int LAST_PRIORITY_BUT_ONE = 1;
    private static final int ENDED = -1;

    private enum Hold {
        NONE,
        TICK,
        WRITEBACK,
        FOLIO
    }

    /**
     * What tasks share that reclaim for the same.
     *
     * @param who for whom: the machine or the group
     * @param till where it is paid
     * @param begins hears of each reclaim that begins how many pages are needed
     */
    record Parts(
            Reclaimer who,
            ShrinkPass pass,
            Congestion congestion,
            Throttle throttle,
            Kswapd kswapd,
            PageCache cache,
            DirtyFolios dirty,
            Counters counters,
            Till till,
            LongConsumer begins) {}

    private final Parts parts;
    private final ShrinkPass pass;
    private final Task task;
    private final Bill bill;

    private int priority = ENDED;
    private boolean sparesNothing;
    private long targetPages;
    private long freedPages;
    private long nanos;
    private Hold hold = Hold.NONE;
    private int heldByMapping;
    private int heldByPage;

    DirectReclaim(Parts parts, Task task, Bill bill) {
        this.parts = parts;
        pass = parts.pass();
        this.task = task;
        this.bill = bill;
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
    public boolean isUnderWay() {
        return priority != ENDED;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Where nothing could be freed while active lists were spared, it is tried once more without sparing them.
     */
    @Override
    public long reclaim(long pages) {
        nanos = 0;
        if (!isUnderWay()) {
            begin(pages);
        }
        while (isUnderWay() && !isHeld()) {
            shrink();
        }
        bill.charge(task, parts.who().account(), nanos);
        return freedPages;
    }

    @Override
    public boolean mustWait() {
        return awaitsKswapd() || isHeld();
    }

    @Override
    public void await() {
        if (awaitsKswapd()) {
            parts.kswapd().await(task);
            return;
        }
        switch (hold) {
            case TICK -> parts.throttle().awaitTick(task);
            case WRITEBACK -> parts.throttle().awaitWriteback(task);
            case FOLIO -> {
                parts.counters().tell(Fact.Kind.WAITS_FOR_WRITEBACK, heldByMapping, heldByPage, 1);
                parts.dirty().await(mapping(), heldByPage, task);
            }
            case NONE -> throw new IllegalStateException(task + " need not wait");
        }
        hold = Hold.NONE;
    }

    private boolean awaitsKswapd() {
        return parts.who() == Reclaimer.DIRECT && parts.kswapd().isLate();
    }

    private boolean isHeld() {
        if (hold == Hold.FOLIO && mapping().nextUnderWriteback(heldByPage, heldByPage + 1) != heldByPage) {
            hold = Hold.NONE;
        }
        return hold != Hold.NONE;
    }

    private Mapping mapping() {
        return parts.cache().mappings().get(heldByMapping);
    }

    private void begin(long pages) {
        parts.begins().accept(pages);
        nanos += parts.till().pay(parts.who().account(), Cost.DIRECT_RECLAIM, 1);
        targetPages = Math.max(pages, LEAST_TARGET_PAGES);
        freedPages = 0;
        sparesNothing = false;
        priority = ShrinkPass.DEFAULT_PRIORITY;
    }

    private void shrink() {
        pass.begin(priority, targetPages - freedPages, sparesNothing);
        while (pass.hasMore()) {
            nanos += pass.round(task.cpu());
        }
        freedPages += pass.freedPages();
        if (parts.who() == Reclaimer.CGROUP) {
            parts.congestion().noteGroup(pass.stat());
        }
        chooseHold();
        priority--;
        if (priority < 0 || freedPages >= targetPages) {
            endOrStartOver();
        }
    }

    private void chooseHold() {
        if (pass.mustAwaitFolio()) {
            hold = Hold.FOLIO;
            heldByMapping = pass.awaitedMapping();
            heldByPage = pass.awaitedPage();
        } else if (pass.mustAwaitFlusher()) {
            hold = Hold.WRITEBACK;
        } else if (wantsTick() && parts.throttle().isTickWorthwhile()) {
            hold = Hold.TICK;
        }
    }

    private boolean wantsTick() {
        boolean isFruitless = parts.who() == Reclaimer.DIRECT && priority == LAST_PRIORITY_BUT_ONE && freedPages == 0;
        return (isFruitless || parts.congestion().holds(parts.who()))
                && !parts.kswapd().hasGivenUp();
    }

    private void endOrStartOver() {
        if (freedPages == 0 && !sparesNothing && pass.hasSparedActive()) {
            sparesNothing = true;
            priority = ShrinkPass.DEFAULT_PRIORITY;
            return;
        }
        priority = ENDED;
        pass.reclaimEnds();
        if (parts.who() == Reclaimer.CGROUP) {
            parts.congestion().groupReclaimEnds();
        } else if (freedPages > 0) {
            parts.kswapd().forgetFailures();
        }
    }
}
