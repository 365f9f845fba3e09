package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.device.Device;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.device.RequestEnd;
import dev.dropbehind.engine.device.Status;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;
import java.util.function.Function;

/**
 * Requests on their way to a device and back (kernel-model §5.2, §5.3).
 *
 * <p>Bios become requests in the submitter's plug: one that continues the last request joins it if both read or both
 * write, one that is too large or has too many segments is cut, at a block of the device. A folio is a segment. A flush
 * is a request by itself; a device without a volatile cache is not asked for it. The plug goes to the device when it is
 * let go, when it holds 32 requests, or when a request of 128 KiB is followed by another; a task lets it go before it
 * sleeps. It arrives there when the task has spent what it owes by then: all that led to the requests comes before the
 * device can begin.
 *
 * <p>The device takes as many requests as it has tags; the others wait in order, and once as many wait as there are
 * tags, submitters must wait too. When the device is done it interrupts the processor that submitted, which has the
 * bios ended. Where a request has failed, so have all of its bios.
 */
public final class RequestQueue implements BlockQueue {

    private final BioTable bios;
    private final BioCompletion completion;
    private final Device device;
    private final Timeline timeline;
    private final Counters counters;
    private final Till till;
    private final CompletionRoute route;
    private final RequestClock clock;
    private final BadSectors badSectors;
    private final RequestTable requests = new RequestTable();
    private final Plugs plugs = new Plugs(requests);
    private final RequestFifo waiting = new RequestFifo(requests);
    private final WaitQueue roomWaiters = new WaitQueue();
    private final Cpus cpus;
    private final EventHandler arrive = this::arrive;
    private final EventHandler interruptDone = this::interruptDone;
    private final int blockSectors;
    private final int maxSectors;
    private final int maxSegments;
    private final int tags;
    private int onTheirWay;
    private int tagsUsed;

    /**
     * Queues requests for a device.
     *
     * @param bios the bios it works on
     * @param completion who ends them
     * @param till where interrupts are paid
     * @param device makes the device, which tells its end of each request to whom it is given
     */
    public RequestQueue(
            QueueSpec spec,
            BioTable bios,
            BioCompletion completion,
            Function<RequestEnd, Device> device,
            Cpus cpus,
            Timeline timeline,
            Counters counters,
            Till till) {
        this.bios = bios;
        this.completion = completion;
        this.device = device.apply(this::endRequest);
        this.cpus = cpus;
        this.timeline = timeline;
        this.counters = counters;
        this.till = till;
        clock = new RequestClock(timeline, counters);
        route = new CompletionRoute(spec.completion(), this.device.isHardware(), bios, cpus, till);
        badSectors = new BadSectors(spec.badSectors(), timeline);
        blockSectors = spec.logicalBlockSize() / Pages.SECTOR_SIZE;
        maxSectors = (spec.maxSectorsKb() << 10) / Pages.SECTOR_SIZE;
        maxSegments = spec.maxSegments();
        tags = spec.queueDepth();
    }

    @Override
    public void submit(int bio, Task task, Bill bill) {
        DiskCounters.countSubmitted(counters, bios, bio);
        bill.pay(Cost.BIO);
        Plug plug = plugs.of(task);
        if (bios.op(bio) == Op.FLUSH) {
            flush(bio, plug, task, bill);
        } else if (joinsLastRequest(bio, plug)) {
            join(bio, plug, bill);
        } else {
            cutIntoRequests(bio, plug, task, bill);
        }
    }

    @Override
    public void unplug(Task task, Bill bill) {
        letGo(plugs.of(task), bill);
        letNextIn();
    }

    private void letGo(Plug plug, Bill bill) {
        if (!plug.isEmpty()) {
            bill.pay(Cost.DOORBELL);
            onTheirWay += plug.length();
            long doorbell = timeline.now() + bill.owedNanos();
            while (!plug.isEmpty()) {
                timeline.schedule(doorbell, EventPriority.TASK, arrive, plug.poll());
            }
        }
    }

    private void arrive(long request) {
        onTheirWay--;
        waiting.add((int) request);
        dispatch();
        letNextIn();
    }

    @Override
    public boolean hasRoom() {
        return onTheirWay + waiting.length() < tags;
    }

    @Override
    public int waitingRequests() {
        return plugs.heldRequests() + onTheirWay + waiting.length();
    }

    @Override
    public void awaitRoom(Task task) {
        roomWaiters.addForIo(task);
    }

    @Override
    public void countBusyTime() {
        clock.countBusyTime();
    }

    @Override
    public long unendedNanos() {
        return clock.unendedNanos();
    }

    private void flush(int bio, Plug plug, Task task, Bill bill) {
        if (device.hasVolatileCache()) {
            makeRoom(plug, bill);
            makeRequest(bio, 0, 0, 0, plug, task, bill);
        } else {
            counters.add(Counter.FLUSHES_NOT_NEEDED, 1);
            completion.end(bio, task.cpu(), Context.TASK);
        }
    }

    private boolean joinsLastRequest(int bio, Plug plug) {
        if (plug.isEmpty()) {
            return false;
        }
        int last = plug.last();
        long end = requests.sector(last) + requests.sectors(last);
        return requests.op(last) == bios.op(bio)
                && end == bios.sector(bio)
                && requests.sectors(last) + bios.sectors(bio) <= maxSectors
                && requests.folios(last) + bios.folios(bio) <= maxSegments;
    }

    private void join(int bio, Plug plug, Bill bill) {
        requests.append(plug.last(), bios, bio);
        counters.add(Counter.BIO_MERGES, 1);
        counters.add(Counter.BIO_WRITE_MERGES, bios.op(bio) == Op.WRITE ? 1 : 0);
        bill.pay(Cost.BIO_MERGE);
    }

    /** Makes the requests of a bio: one, or as many parts as its sectors and its folios need. */
    private void cutIntoRequests(int bio, Plug plug, Task task, Bill bill) {
        long sector = bios.sector(bio);
        int sectorsLeft = bios.sectors(bio);
        int foliosLeft = bios.folios(bio);
        while (sectorsLeft > 0) {
            int sectors = sectorsOfNext(sectorsLeft, foliosLeft);
            int folios = (int) Math.ceilDiv((long) foliosLeft * sectors, sectorsLeft);
            makeRoom(plug, bill);
            makeRequest(bio, sector, sectors, folios, plug, task, bill);
            sector += sectors;
            // A folio that is cut is a segment of both parts.
            foliosLeft -= (int) ((long) foliosLeft * sectors / sectorsLeft);
            sectorsLeft -= sectors;
            if (sectorsLeft > 0) {
                bios.split(bio);
                counters.add(Counter.BIO_SPLITS, 1);
            }
        }
    }

    /**
     * Returns how many of the sectors that are left go into the next request, where the folios are of like size: a
     * block of the device at least, whatever it is made of.
     */
    private int sectorsOfNext(int sectorsLeft, int foliosLeft) {
        int most = maxSectors;
        if (foliosLeft > maxSegments) {
            most = Math.min(most, (int) ((long) maxSegments * sectorsLeft / foliosLeft));
        }
        int whole = Math.max(blockSectors, most - most % blockSectors);
        return sectorsLeft <= most ? sectorsLeft : Math.min(sectorsLeft, whole);
    }

    private void makeRequest(int bio, long sector, int sectors, int folios, Plug plug, Task task, Bill bill) {
        bill.pay(Cost.REQUEST);
        bill.pay(Cost.DMA_SEGMENT, device.isHardware() ? folios : 0);
        plug.add(requests.create(bios.op(bio), sector, sectors, folios, bio, task.cpu(), timeline.now()));
        clock.made();
    }

    private void makeRoom(Plug plug, Bill bill) {
        if (plug.isFull()) {
            letGo(plug, bill);
            letNextIn();
        }
    }

    private void dispatch() {
        while (!waiting.isEmpty() && tagsUsed < tags) {
            int request = waiting.poll();
            tagsUsed++;
            clock.started();
            device.serve(
                    request,
                    requests.op(request),
                    requests.sector(request),
                    (long) requests.sectors(request) * Pages.SECTOR_SIZE,
                    requests.folios(request));
        }
    }

    private void endRequest(int request, Status status) {
        if (status != Status.OK || badSectors.areIn(requests.sector(request), requests.sectors(request))) {
            failBios(request);
        }
        requests.moveTo(request, cpus.interruptTarget(requests.cpu(request)));
        long end = route.interrupt(requests, request);
        timeline.schedule(end, route.priority(), interruptDone, request);
    }

    private void interruptDone(long argument) {
        int request = (int) argument;
        Op op = requests.op(request);
        DiskCounters.countEnded(counters, op, (long) requests.sectors(request) * Pages.SECTOR_SIZE);
        clock.ended(op, requests.madeAtNanos(request));
        tagsUsed--;
        endBios(request);
        requests.free(request);
        dispatch();
        letNextIn();
    }

    /** Wakes the submitter that has waited longest; when it has submitted, it lets the next one in. */
    private void letNextIn() {
        if (hasRoom()) {
            roomWaiters.wakeOne(cpus);
        }
    }

    private void failBios(int request) {
        int bio = requests.firstBio(request);
        for (int left = requests.bioCount(request); left > 0; left--) {
            bios.fail(bio);
            bio = bios.next(bio);
        }
    }

    private void endBios(int request) {
        counters.acts(route.context().name());
        till.serve(Counter.INTERRUPT_CPU_NANOS);
        int bio = requests.firstBio(request);
        for (int left = requests.bioCount(request); left > 0; left--) {
            int next = bios.next(bio);
            if (bios.endPart(bio)) {
                completion.end(bio, requests.cpu(request), route.context());
            }
            bio = next;
        }
    }
}
