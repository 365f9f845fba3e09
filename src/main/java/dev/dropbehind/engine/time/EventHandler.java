package dev.dropbehind.engine.time;

/** What happens at a time. Made once and kept in a field: an event is a handler and a number, never an object. */
@FunctionalInterface
public interface EventHandler {

    /**
     * Lets the event happen.
     *
     * @param argument what was given when the event was scheduled
     */
    void handle(long argument);
}
