package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ContextTest {

    @Test
    void onlyTasksAndWorkersMayBlock() {
        assertThat(Arrays.stream(Context.values()).filter(Context::mayBlock))
                .containsExactly(Context.TASK, Context.KWORKER);
    }

    @Test
    void interruptsOfBothKindsAreAtomic() {
        assertThat(Arrays.stream(Context.values()).filter(Context::isAtomic))
                .containsExactly(Context.SOFTIRQ, Context.HARDIRQ);
    }
}
