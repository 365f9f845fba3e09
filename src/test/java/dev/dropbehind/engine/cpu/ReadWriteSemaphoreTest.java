package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ReadWriteSemaphoreTest {

    private static final long PATIENCE = 4_000_000;

    private final Rig rig = new Rig(4);
    private final ReadWriteSemaphore semaphore = new ReadWriteSemaphore(rig.timeline);

    @Test
    void readersShareAndWritersDoNot() {
        Task a = rig.task("a").task();
        Task b = rig.task("b").task();
        Task c = rig.task("c").task();
        assertThat(semaphore.readOrWait(a)).isTrue();
        assertThat(semaphore.readOrWait(b)).isTrue();
        assertThat(semaphore.writeOrWait(c)).isFalse();
        semaphore.unlockRead(a, rig.cpus);
        assertThat(semaphore.writeOrWait(c)).isFalse();
        semaphore.unlockRead(b, rig.cpus);
        assertThat(semaphore.isFree()).isTrue();
        assertThat(semaphore.writeOrWait(c)).isTrue();
        assertThat(semaphore.isFree()).isFalse();
    }

    @Test
    void aReaderDoesNotPassAWriterThatWaits() {
        Task a = rig.task("a").task();
        Task writer = rig.task("b").task();
        Task late = rig.task("c").task();
        semaphore.readOrWait(a);
        semaphore.writeOrWait(writer);
        assertThat(semaphore.readOrWait(late)).isFalse();
    }

    @Test
    void aRunningWriterMayTakeAFreeSemaphoreAheadOfTheSleeperThatIsOnItsWay() {
        writer("a", 1_000).start();
        writer("b", 1_000).start();
        rig.at(1_050, () -> writer("c", 1_000).start());
        rig.run();
        assertThat(rig.turnsOf("a")).containsExactly("0 0", "0 1000");
        assertThat(rig.turnsOf("c")).containsExactly("0 1050", "0 2050");
        assertThat(rig.turnsOf("b")).containsExactly("1 0", "1 1100", "1 2150", "1 3150");
    }

    @Test
    void theSleeperThatCameFirstIsWokenFirst() {
        writer("a", 1_000).start();
        writer("b", 1_000).start();
        writer("c", 1_000).start();
        rig.run();
        assertThat(rig.trace).containsSubsequence("b 1 1100", "b 1 2100", "c 2 2200", "c 2 3200");
        assertThat(semaphore.isFree()).isTrue();
    }

    @Test
    void aSleeperThatHasWaitedFourMillisecondsIsNotPassed() {
        writer("a", PATIENCE).start();
        writer("b", 1_000).start();
        rig.at(PATIENCE + 50, () -> writer("c", 1_000).start());
        rig.run();
        assertThat(rig.turnsOf("b")).containsExactly("1 0", "1 " + (PATIENCE + 100), "1 " + (PATIENCE + 1_100));
        assertThat(rig.turnsOf("c")).element(1).isEqualTo("0 " + (PATIENCE + 1_200));
    }

    @Test
    void aSleeperIsPassedUntilItHasWaitedFourMilliseconds() {
        writer("a", PATIENCE - 20).start();
        writer("b", 1_000).start();
        rig.at(PATIENCE - 1, () -> writer("c", 50).start());
        rig.run();
        assertThat(rig.timesOf("c")).containsExactly(PATIENCE - 1, PATIENCE + 49);
        assertThat(rig.timesOf("b")).containsExactly(0L, PATIENCE + 80, PATIENCE + 1_080);
    }

    @Test
    void aSleeperWhosePatienceEndsOnItsWayIsNotPassed() {
        writer("a", PATIENCE - 20).start();
        writer("b", 1_000).start();
        rig.at(PATIENCE, () -> writer("c", 50).start());
        rig.run();
        assertThat(rig.timesOf("b")).containsExactly(0L, PATIENCE + 80, PATIENCE + 1_080);
        assertThat(rig.timesOf("c")).containsExactly(PATIENCE, PATIENCE + 1_180, PATIENCE + 1_230);
    }

    @Test
    void writersThatPassCannotStarveASleeper() {
        int[] laps = {0};
        Rig.Script greedy = rig.task("greedy");
        lap(greedy, laps);
        greedy.start();
        writer("b", 1_000).start();
        rig.run();
        assertThat(rig.turnsOf("b")).last().asString().startsWith("1 4");
        assertThat(laps[0]).isEqualTo(2_000);
    }

    @Test
    void sleepingReadersHaveTheSemaphoreTogether() {
        writer("a", 1_000).start();
        reader("b", 500).start();
        reader("c", 500).start();
        rig.run();
        assertThat(rig.turnsOf("b")).containsExactly("1 0", "1 1100", "1 1600");
        assertThat(rig.turnsOf("c")).containsExactly("2 0", "2 1100", "2 1600");
    }

    @Test
    void sleepingReadersThatCameLaterGoWithTheFirst() {
        writer("a", 1_000).start();
        rig.at(10, () -> reader("b", 500).start());
        rig.at(20, () -> writer("c", 500).start());
        rig.at(30, () -> reader("d", 500).start());
        rig.run();
        assertThat(rig.timesOf("d")).containsExactly(30L, 1100L, 1600L);
        assertThat(rig.timesOf("c")).containsExactly(20L, 1700L, 2200L);
    }

    @Test
    void aWriterThatCameBeforeTheReadersIsServedBeforeThem() {
        writer("a", 1_000).start();
        rig.at(10, () -> writer("b", 500).start());
        rig.at(20, () -> reader("c", 500).start());
        rig.run();
        assertThat(rig.timesOf("b")).containsExactly(10L, 1100L, 1600L);
        assertThat(rig.timesOf("c")).containsExactly(20L, 1700L, 2200L);
    }

    @Test
    void aSleeperThatIsWokenForNothingKeepsItsPlace() {
        writer("a", 1_000).start();
        writer("b", 500).start();
        Task late = writer("c", 500).start();
        rig.wakeAt(950, late);
        rig.run();
        assertThat(rig.turnsOf("b")).containsExactly("1 0", "1 1100", "1 1600");
        assertThat(rig.turnsOf("c")).containsExactly("2 0", "2 1050", "2 1700", "2 2200");
    }

    @Test
    void misuseIsFoundOut() {
        Task a = rig.task("a").task();
        assertThatThrownBy(() -> semaphore.unlockRead(a, rig.cpus)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> semaphore.unlockWrite(a, rig.cpus)).isInstanceOf(AssertionError.class);
        semaphore.writeOrWait(a);
        assertThatThrownBy(() -> semaphore.writeOrWait(a)).hasMessage("a locks twice");
        assertThatThrownBy(() -> semaphore.readOrWait(a)).hasMessage("a reads what it has locked for writing");
    }

    /** Takes the semaphore again as soon as it has left it, 2000 times. */
    private void lap(Rig.Script script, int[] laps) {
        script.then(() -> hold(script, semaphore::writeOrWait, 5_000)).then(() -> {
            semaphore.unlockWrite(script.task(), rig.cpus);
            if (++laps[0] == 2_000) {
                return TaskBody.EXITED;
            }
            lap(script, laps);
            return 10;
        });
    }

    private Rig.Script writer(String name, long holdNanos) {
        Rig.Script script = rig.task(name);
        return script.then(() -> hold(script, semaphore::writeOrWait, holdNanos))
                .then(() -> {
                    semaphore.unlockWrite(script.task(), rig.cpus);
                    return TaskBody.EXITED;
                });
    }

    private Rig.Script reader(String name, long holdNanos) {
        Rig.Script script = rig.task(name);
        return script.then(() -> hold(script, semaphore::readOrWait, holdNanos)).then(() -> {
            semaphore.unlockRead(script.task(), rig.cpus);
            return TaskBody.EXITED;
        });
    }

    private static long hold(Rig.Script script, Predicate<Task> lock, long holdNanos) {
        if (lock.test(script.task())) {
            return holdNanos;
        }
        script.again(() -> hold(script, lock, holdNanos));
        return TaskBody.ASLEEP;
    }
}
