package dev.dropbehind.engine.measure;

/**
 * What is told of everything that happens in a machine while it happens. {@link #NOBODY} does not listen: then telling
 * costs a call and makes no object. A listener must leave the machine alone.
 */
public interface Trace {

    /** Does not listen. */
    Trace NOBODY = new Trace() {
        @Override
        public void acts(String actor) {
            // Nobody wants to know.
        }

        @Override
        public void note(Fact.Kind kind, int file, long first, long count) {
            // Nobody wants to know.
        }
    };

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
