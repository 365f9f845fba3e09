package dev.dropbehind.engine.cpu;

/** What keeps something for each processor does when one goes off line or comes back, the kernel's cpuhp callbacks. */
public interface HotplugCallbacks {

    /** Prepares for a processor to go; tasks still run there and interrupts still arrive. */
    default void goingDown(int cpu) {}

    /** Returns whether nothing on a processor keeps it from going any more. */
    default boolean mayGo(int cpu) {
        return true;
    }

    /**
     * Takes over what a processor has left behind: no task runs there and no interrupt arrives.
     *
     * @return CPU nanoseconds it took, of the task that takes the processor off line
     */
    long dead(int cpu);

    /** Hears that a processor is back; interrupts may have arrived there for a while. */
    default void online(int cpu) {}
}
