/**
 * The processors and all that runs or waits on them: tasks and their turns, interrupts, wait queues, sleeping locks,
 * work queues, timer ticks, and processors that go off line and come back.
 *
 * <p>Begin with {@link dev.dropbehind.engine.cpu.TaskBody}: a task is a body that takes turns. {@code Cpu} is one
 * processor's run queue and says when a turn happens; {@link dev.dropbehind.engine.cpu.Cpus} says on which processor.
 */
@NullMarked
package dev.dropbehind.engine.cpu;

import org.jspecify.annotations.NullMarked;
