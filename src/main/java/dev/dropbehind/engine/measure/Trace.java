package dev.dropbehind.engine.measure;

/** Who is told of everything that happens in a machine while it happens. A listener must leave the machine alone. */
public interface Trace {

    /**
     * Says who does what is noted from now on.
     *
     * @param actor name of a task, or of the context of an interrupt
     */
    void acts(String actor);

    /**
     * Notes that something happened; see {@link Fact} for what the numbers mean.
     *
     * @param kind what happened
     * @param file number of the file, or {@link Fact#NO_FILE}
     * @param first first page or byte
     * @param count pages or bytes
     */
    void note(Fact.Kind kind, int file, long first, long count);
}
