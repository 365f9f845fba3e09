package dev.dropbehind.engine.nfsd;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A thread of the server: serves one request after another. */
public final class NfsThread implements TaskBody {

    private final NfsServer server;
    private final Bill bill;
    private @Nullable Task task;
    private List<ServedFile> files = List.of();
    private @Nullable ServedFile busy;

    /**
     * Makes a thread that serves nothing yet.
     *
     * @param bill who pays for its calls
     */
    public NfsThread(NfsServer server, Bill bill) {
        this.server = server;
        this.bill = bill;
    }

    /**
     * Has it serve from now on.
     *
     * @param own the task that it is
     * @param served what it calls for the requests on each file, in the order of their numbers
     */
    public void serve(Task own, List<ServedFile> served) {
        task = own;
        files = List.copyOf(served);
        server.add(this);
    }

    Task task() {
        return Objects.requireNonNull(task);
    }

    @Override
    public long turn() {
        ServedFile file = busy == null ? begin() : busy;
        if (file == null) {
            return ASLEEP;
        }
        busy = file;
        return switch (file.advance()) {
            case PARKED -> ASLEEP;
            case PAY, ON -> bill.settle();
            case RETURNED -> {
                busy = null;
                yield 0;
            }
        };
    }

    private @Nullable ServedFile begin() {
        Rpc request = server.next(this);
        if (request == null) {
            return null;
        }
        ServedFile file = files.get(request.file());
        file.begin(request);
        return file;
    }
}
