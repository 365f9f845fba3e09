package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.call.CallCount;
import dev.dropbehind.engine.call.DefragCall;
import dev.dropbehind.engine.call.DirectCall;
import dev.dropbehind.engine.call.DontcacheKick;
import dev.dropbehind.engine.call.DontneedCall;
import dev.dropbehind.engine.call.OpenFile;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.call.SharedEdges;
import dev.dropbehind.engine.call.StoreCall;
import dev.dropbehind.engine.call.SyncAllCall;
import dev.dropbehind.engine.call.SyncCall;
import dev.dropbehind.engine.call.Throttled;
import dev.dropbehind.engine.call.TruncateCall;
import dev.dropbehind.engine.call.WriteCall;
import dev.dropbehind.engine.call.ZeroRangeCall;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.nfsd.ServedFile;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.engine.workload.Calls;
import dev.dropbehind.engine.workload.LocalCalls;
import dev.dropbehind.engine.writeback.BdiWriteback;
import dev.dropbehind.engine.writeback.DirtyThrottle;
import java.util.List;
import java.util.function.Supplier;

/** Makes the calls of one task on one file, of the parts that all calls of a machine have in common. */
final class CallMaker {

    private final Parts parts;

    /**
     * What calls work with.
     *
     * @param kick makes what a DONTCACHE write does at its end
     * @param edges what one does about pages that it shares with another
     * @param logicalBlockBytes block of the device
     */
    record Parts(
            PageCache cache,
            DirtyFolios dirty,
            Dropbehind dropbehind,
            FileSystem fileSystem,
            BdiWriteback writeback,
            DirtyThrottle throttle,
            Supplier<DontcacheKick> kick,
            SharedEdges.Rules edges,
            Timeline timeline,
            Cpus cpus,
            Marks marks,
            Counters counters,
            int logicalBlockBytes) {}

    /** A task, how it gets memory, who pays for it and where its calls are counted. */
    record Caller(Task task, TaskMemory memory, Bill bill, CallCount count) {}

    CallMaker(Parts parts) {
        this.parts = parts;
    }

    /** Makes all that a job's task may call. */
    Calls calls(OpenFile file, Caller caller) {
        Throttled throttled = throttled(caller);
        WriteCall write = write(file, caller, throttled, edges(file, caller));
        return new LocalCalls(
                read(file, caller),
                write,
                direct(file, caller, write),
                store(file, caller, throttled),
                sync(file, caller),
                dontneed(file, caller));
    }

    /** Makes all that a thread of a server calls for the requests on a file. */
    ServedFile served(OpenFile file, Caller caller, ServedFile.Export export) {
        SharedEdges edges = edges(file, caller);
        WriteCall write = write(file, caller, throttled(caller), edges);
        return new ServedFile(
                export,
                new ServedFile.Calls(read(file, caller), write, direct(file, caller, write), sync(file, caller), edges),
                caller.bill());
    }

    ReadCall read(OpenFile file, Caller caller) {
        return new ReadCall(
                parts.cache(),
                caller.memory(),
                parts.dropbehind(),
                parts.fileSystem(),
                parts.cpus(),
                parts.counters(),
                caller.count(),
                file,
                caller.task(),
                caller.bill());
    }

    StoreCall store(OpenFile file, Caller caller) {
        return store(file, caller, throttled(caller));
    }

    TruncateCall truncate(OpenFile file, Caller caller) {
        return new TruncateCall(rangeParts(caller), file, caller.task(), caller.bill());
    }

    ZeroRangeCall zeroRange(OpenFile file, Caller caller) {
        return new ZeroRangeCall(rangeParts(caller), file, caller.task(), caller.bill());
    }

    DefragCall defrag(OpenFile file, Caller caller) {
        return new DefragCall(rangeParts(caller), file, caller.task(), caller.bill());
    }

    private TruncateCall.Parts rangeParts(Caller caller) {
        return new TruncateCall.Parts(
                parts.cache(), parts.dirty(), parts.fileSystem(), caller.memory(), parts.cpus(), parts.counters());
    }

    DontneedCall dontneed(OpenFile file, Caller caller) {
        return new DontneedCall(
                parts.cache(), parts.fileSystem().operations(), parts.counters(), file, caller.task(), caller.bill());
    }

    SyncAllCall syncAll(List<Inode> files, Caller caller) {
        return new SyncAllCall(
                parts.fileSystem(),
                parts.writeback(),
                parts.dirty(),
                parts.counters(),
                files,
                caller.task(),
                caller.bill());
    }

    private Throttled throttled(Caller caller) {
        return new Throttled(parts.throttle(), parts.timeline(), parts.cpus(), caller.task(), parts.marks());
    }

    private SyncCall sync(OpenFile file, Caller caller) {
        return new SyncCall(
                parts.fileSystem(),
                parts.dirty(),
                parts.cache().contents(),
                parts.counters(),
                file,
                caller.task(),
                caller.bill());
    }

    private WriteCall write(OpenFile file, Caller caller, Throttled throttled, SharedEdges edges) {
        WriteCall.Parts own = new WriteCall.Parts(
                parts.cache(),
                parts.dirty(),
                caller.memory(),
                parts.fileSystem(),
                throttled,
                parts.kick().get(),
                sync(file, caller),
                edges,
                parts.cpus(),
                parts.counters(),
                caller.count());
        return new WriteCall(own, file, caller.task(), caller.bill());
    }

    private SharedEdges edges(OpenFile file, Caller caller) {
        return new SharedEdges(
                parts.edges(),
                parts.cache(),
                parts.dirty(),
                parts.counters(),
                file.inode().mapping(),
                caller.task(),
                caller.bill());
    }

    private DirectCall direct(OpenFile file, Caller caller, WriteCall buffered) {
        DirectCall.Parts own = new DirectCall.Parts(
                parts.cache(),
                parts.dirty(),
                parts.fileSystem(),
                buffered,
                sync(file, caller),
                parts.cpus(),
                parts.counters(),
                caller.count(),
                parts.logicalBlockBytes());
        return new DirectCall(own, file, caller.task(), caller.bill());
    }

    private StoreCall store(OpenFile file, Caller caller, Throttled throttled) {
        StoreCall.Parts own = new StoreCall.Parts(
                parts.cache(), parts.dirty(), parts.fileSystem(), caller.memory(), throttled, parts.counters());
        return new StoreCall(own, file, caller.task(), caller.bill());
    }
}
