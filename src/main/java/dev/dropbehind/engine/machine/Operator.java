package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.call.Call;
import dev.dropbehind.engine.call.DefragCall;
import dev.dropbehind.engine.call.DontneedCall;
import dev.dropbehind.engine.call.OpenFile;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.call.StoreCall;
import dev.dropbehind.engine.call.SyncAllCall;
import dev.dropbehind.engine.call.TruncateCall;
import dev.dropbehind.engine.call.ZeroRangeCall;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.CpuHotplug;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.reclaim.DropCaches;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.VmSetting;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.workload.Workload;
import dev.dropbehind.engine.writeback.DirtyThrottle;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Somebody at the machine's console who does one thing at its time, as a task of its own: some are a setting, the
 * others a call or a few.
 */
final class Operator implements TaskBody {

    /** What {@code cat} reads at a time. */
    private static final long READ_BYTES = 128 << 10;

    private final ActionSpec action;
    private final Bill bill;
    private final ArrayDeque<Supplier<Call>> steps = new ArrayDeque<>();
    private @Nullable Hands hands;
    private @Nullable Call running;
    private boolean hasBegun;

    /**
     * What an operator can get hold of.
     *
     * @param open opens a file of the machine
     * @param cached everything that is cached
     * @param written the jobs' files
     */
    record Hands(
            CallMaker calls,
            CallMaker.Caller caller,
            Function<String, OpenFile> open,
            DropCaches dropCaches,
            List<Mapping> cached,
            List<Inode> written,
            DirtyThrottle throttle,
            CpuHotplug hotplug,
            Workload workload,
            Marks marks,
            Counters counters) {}

    /**
     * Waits for its time.
     *
     * @param bill who pays for the calls
     */
    Operator(ActionSpec action, Bill bill) {
        this.action = action;
        this.bill = bill;
    }

    /** Gives the operator hold of the machine. */
    void use(Hands own) {
        hands = own;
    }

    @Override
    public long turn() {
        if (!hasBegun) {
            hasBegun = true;
            hands().marks().noteEach(markOf(action), action.atNanos());
            begin();
        }
        if (running == null) {
            Supplier<Call> following = steps.poll();
            if (following == null) {
                if (bill.isOwing()) {
                    return bill.settle();
                }
                hands().workload().actionEnded();
                return EXITED;
            }
            running = following.get();
        }
        return switch (running.advance()) {
            case PARKED -> ASLEEP;
            case PAY, ON -> bill.settle();
            case RETURNED -> {
                running = null;
                yield 0;
            }
        };
    }

    private Hands hands() {
        return Objects.requireNonNull(hands);
    }

    private void begin() {
        switch (action) {
            case ActionSpec.Sync _ -> steps.add(this::sync);
            case ActionSpec.DropCaches _ -> dropCaches();
            case ActionSpec.CpuOffline offline -> {
                tell(Fact.Kind.CPU_GOES_OFFLINE, offline.cpu());
                hands().hotplug().offline(offline.cpu());
            }
            case ActionSpec.CpuOnline online -> {
                tell(Fact.Kind.CPU_COMES_ONLINE, online.cpu());
                hands().hotplug().online(online.cpu());
            }
            case ActionSpec.Truncate truncate -> steps.add(() -> truncate(truncate));
            case ActionSpec.SetVm setVm -> set(setVm.values());
            case ActionSpec.FadviseDontneed dontneed -> steps.add(() -> dontneed(dontneed));
            case ActionSpec.MmapStore store -> steps.add(() -> store(store));
            case ActionSpec.ReadNormally read -> readNormally(read);
            case ActionSpec.ZeroRange zero -> steps.add(() -> zeroRange(zero));
            case ActionSpec.Defrag defrag -> steps.add(() -> defrag(defrag));
        }
    }

    private SyncAllCall sync() {
        SyncAllCall call = hands().calls().syncAll(hands().written(), hands().caller());
        call.begin();
        return call;
    }

    private void dropCaches() {
        tell(Fact.Kind.DROP_CACHES, 0);
        hands().dropCaches().drop(hands().cached(), hands().caller().task().cpu());
    }

    private TruncateCall truncate(ActionSpec.Truncate what) {
        TruncateCall call = hands().calls().truncate(hands().open().apply(what.file()), hands().caller());
        call.begin(what.sizeBytes());
        return call;
    }

    private ZeroRangeCall zeroRange(ActionSpec.ZeroRange what) {
        ZeroRangeCall call = hands().calls().zeroRange(hands().open().apply(what.file()), hands().caller());
        call.begin(what.offsetBytes(), what.lengthBytes());
        return call;
    }

    private DefragCall defrag(ActionSpec.Defrag what) {
        DefragCall call = hands().calls().defrag(hands().open().apply(what.file()), hands().caller());
        call.begin();
        return call;
    }

    private void set(Map<VmSetting, Long> values) {
        VmSpec vm = hands().throttle().vm();
        for (Map.Entry<VmSetting, Long> value : values.entrySet()) {
            vm = vm.with(value.getKey(), value.getValue());
        }
        tell(Fact.Kind.VM_SET, 0);
        hands().throttle().use(vm);
    }

    private DontneedCall dontneed(ActionSpec.FadviseDontneed what) {
        OpenFile file = hands().open().apply(what.file());
        DontneedCall call = hands().calls().dontneed(file, hands().caller());
        call.begin(0, Math.max(1, file.inode().sizeBytes()));
        return call;
    }

    private StoreCall store(ActionSpec.MmapStore what) {
        StoreCall call = hands().calls().store(hands().open().apply(what.file()), hands().caller());
        call.beginTouch(what.offsetBytes(), what.lengthBytes());
        return call;
    }

    /** One file, opened once, so that reads of it find their read-ahead window. */
    private void readNormally(ActionSpec.ReadNormally what) {
        ReadCall call = hands().calls().read(hands().open().apply(what.file()), hands().caller());
        long end = what.offsetBytes() + what.lengthBytes();
        steps.add(() -> nextRead(call, what.offsetBytes(), end));
    }

    private Call nextRead(ReadCall call, long from, long end) {
        long length = Math.min(READ_BYTES, end - from);
        call.begin(from, length, IoMode.CACHED, false);
        if (from + length < end) {
            steps.add(() -> nextRead(call, from + length, end));
        }
        return call;
    }

    private void tell(Fact.Kind kind, long which) {
        hands().counters().tell(kind, Fact.NO_FILE, which, 0);
    }

    private static Mark.Kind markOf(ActionSpec action) {
        return switch (action) {
            case ActionSpec.Sync _ -> Mark.Kind.SYNC;
            case ActionSpec.DropCaches _ -> Mark.Kind.DROP_CACHES;
            case ActionSpec.CpuOffline _ -> Mark.Kind.CPU_OFFLINE;
            case ActionSpec.CpuOnline _ -> Mark.Kind.CPU_ONLINE;
            case ActionSpec.Truncate _ -> Mark.Kind.TRUNCATE;
            case ActionSpec.SetVm _ -> Mark.Kind.SET_VM;
            case ActionSpec.FadviseDontneed _ -> Mark.Kind.FADVISE_DONTNEED;
            case ActionSpec.MmapStore _ -> Mark.Kind.MMAP_STORE;
            case ActionSpec.ReadNormally _ -> Mark.Kind.READ_NORMALLY;
            case ActionSpec.ZeroRange _ -> Mark.Kind.ZERO_RANGE;
            case ActionSpec.Defrag _ -> Mark.Kind.DEFRAG;
        };
    }
}
