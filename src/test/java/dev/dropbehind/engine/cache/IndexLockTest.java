package dev.dropbehind.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IndexLockTest {

    private final IndexLock lock = new IndexLock();

    @Test
    void aWriterFetchesTheLockOnceForEachTurnThatWritebackHadOnAnotherProcessor() {
        lock.takenForWriteback(1, 3);

        assertThat(lock.fetch(0, 2)).isEqualTo(2);
        assertThat(lock.fetch(0, 2)).isEqualTo(1);
        assertThat(lock.fetch(0, 2)).isZero();
    }

    @Test
    void aWriterOnTheProcessorOfTheWritebackHasTheLockAlready() {
        lock.takenForWriteback(1, 3);

        assertThat(lock.fetch(1, 2)).isZero();
    }

    @Test
    void ofWritebackThatIsOverAWriterMeetsNoMoreThanTheLastStep() {
        lock.takenForWriteback(1, 1_000_000);

        assertThat(lock.fetch(0, Integer.MAX_VALUE)).isEqualTo(1024);
    }

    @Test
    void whoHasWaitedForTheWritebackOfTheFileHasFetchedAll() {
        lock.takenForWriteback(1, 3);
        lock.fetchAll();

        assertThat(lock.fetch(0, 3)).isZero();
    }
}
