package dev.dropbehind.run;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Where a reactive answer waits for the store: a virtual thread, which is not interrupted when the client is gone. */
final class Blocking {

    /** An interrupt in the middle of a read would close the database file for everybody. */
    static final Scheduler SCHEDULER = Schedulers.fromExecutor(Thread::startVirtualThread);

    private Blocking() {}
}
