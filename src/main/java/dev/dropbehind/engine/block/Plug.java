package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.spec.Pages;

/** Requests that a task has made and not yet let go, so that what it submits next may join them (kernel-model §5.2). */
final class Plug {

    private static final int MAX_REQUESTS = 32;
    private static final int LARGE_SECTORS = (128 << 10) / Pages.SECTOR_SIZE;

    private final RequestTable requests;
    private final RequestFifo held;
    private Task owner;

    Plug(RequestTable requests, Task owner) {
        this.requests = requests;
        this.owner = owner;
        held = new RequestFifo(requests);
    }

    Task owner() {
        return owner;
    }

    void giveTo(Task task) {
        assert isEmpty() : "the plug of " + owner + " holds " + held.length() + " requests";
        owner = task;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    int length() {
        return held.length();
    }

    int last() {
        return held.last();
    }

    /** Returns whether it must be let go before it takes another request. */
    boolean isFull() {
        return held.length() >= MAX_REQUESTS || (!isEmpty() && requests.sectors(held.last()) >= LARGE_SECTORS);
    }

    void add(int request) {
        held.add(request);
    }

    int poll() {
        return held.poll();
    }
}
