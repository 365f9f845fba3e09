package dev.dropbehind.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** A test that starts containers: skipped where no container engine answers, but never where {@code CI} is set. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsContainerEngine.Condition.class)
public @interface NeedsContainerEngine {

    /** Looks for the engine, except in CI: there the test runs, and fails by itself where none is. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (System.getenv("CI") != null) {
                return ConditionEvaluationResult.enabled("CI has a container engine");
            }
            return DockerClientFactory.instance().isDockerAvailable()
                    ? ConditionEvaluationResult.enabled("a container engine answers")
                    : ConditionEvaluationResult.disabled("no container engine answers");
        }
    }
}
