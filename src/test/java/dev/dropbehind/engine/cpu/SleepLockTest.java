package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SleepLockTest {

    private final Rig rig = new Rig(4);
    private final SleepLock lock = new SleepLock();

    @Test
    void aFreeLockIsTakenAtOnce() {
        Task task = rig.task("a").task();
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.lockOrWait(task)).isTrue();
        assertThat(lock.isLockedBy(task)).isTrue();
        lock.unlock(task, rig.cpus);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void tryingALockedLockChangesNothing() {
        Task owner = rig.task("a").task();
        Task other = rig.task("b").task();
        assertThat(lock.tryLock(owner)).isTrue();
        assertThat(lock.tryLock(other)).isFalse();
        lock.unlock(owner, rig.cpus);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void theLockIsHandedOverInTheOrderInWhichTasksCame() {
        for (String name : new String[] {"a", "b", "c", "d"}) {
            lockingTask(name, 1_000).start();
        }
        rig.run();
        assertThat(rig.trace)
                .containsSubsequence(
                        "a 0 0", "b 1 0", "c 2 0", "d 3 0", "a 0 1000", "b 1 1100", "b 1 2100", "c 2 2200", "d 3 3300");
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void nobodyTakesTheLockBetweenUnlockAndTheWakingOwner() {
        lockingTask("a", 1_000).start();
        Task waiter = lockingTask("b", 1_000).start();
        Task third = rig.task("c").task();
        rig.at(1_050, () -> {
            assertThat(waiter.isAsleep()).isFalse();
            assertThat(lock.isLockedBy(waiter)).isTrue();
            assertThat(lock.tryLock(third)).isFalse();
        });
        rig.run();
        assertThat(rig.turnsOf("b")).containsExactly("1 0", "1 1100", "1 2100");
    }

    @Test
    void aSleeperThatIsWokenForNothingKeepsItsPlace() {
        lockingTask("a", 1_000).start();
        Task waiter = lockingTask("b", 500).start();
        lockingTask("c", 500).start();
        rig.wakeAt(200, waiter);
        rig.run();
        assertThat(rig.turnsOf("b")).containsExactly("1 0", "1 300", "1 1100", "1 1600");
        assertThat(rig.turnsOf("c")).containsExactly("2 0", "2 1700", "2 2200");
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void anOwnerByHandOverNeedNotAskAgain() {
        Task first = rig.task("a").task();
        Task second = rig.task("b").task();
        lock.tryLock(first);
        assertThat(lock.lockOrWait(second)).isFalse();
        lock.unlock(first, rig.cpus);
        lock.unlock(second, rig.cpus);
        lock.tryLock(first);
        assertThat(lock.lockOrWait(second)).isFalse();
    }

    @Test
    void misuseIsFoundOut() {
        Task owner = rig.task("a").task();
        Task other = rig.task("b").task();
        assertThatThrownBy(() -> lock.unlock(owner, rig.cpus)).isInstanceOf(AssertionError.class);
        lock.tryLock(owner);
        assertThatThrownBy(() -> lock.lockOrWait(owner)).hasMessage("a locks twice");
        assertThatThrownBy(() -> lock.unlock(other, rig.cpus)).hasMessage("b unlocks what a has locked");
    }

    /** Locks, works, unlocks. */
    private Rig.Script lockingTask(String name, long holdNanos) {
        Rig.Script script = rig.task(name);
        Task task = script.task();
        return script.then(() -> lock(script, holdNanos)).then(() -> {
            lock.unlock(task, rig.cpus);
            return TaskBody.EXITED;
        });
    }

    private long lock(Rig.Script script, long holdNanos) {
        if (lock.lockOrWait(script.task())) {
            return holdNanos;
        }
        script.again(() -> lock(script, holdNanos));
        return TaskBody.ASLEEP;
    }
}
