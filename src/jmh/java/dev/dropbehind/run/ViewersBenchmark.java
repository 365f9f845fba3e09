package dev.dropbehind.run;

import dev.dropbehind.testing.ManyViewers;
import dev.dropbehind.testing.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run, a sample each fifth of a second, watched by many on loopback: how much later than the first viewer a viewer
 * gets a sample. The service is a process of its own; all viewers are in one thread of this one.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 3)
public class ViewersBenchmark {

    private static final int SAMPLES = 50;

    /** How many watch. */
    @Param("1000")
    private int viewers;

    private final ServiceProcess service = start();

    /** What is measured besides the time of the whole: milliseconds, and samples that did not come. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Delay {
        public double p50Millis;
        public double p99Millis;
        public double maxMillis;
        public long lost;
    }

    private static ServiceProcess start() {
        try {
            return ServiceProcess.start(Files.createTempDirectory("viewers").resolve("data"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Stops it. */
    @TearDown
    public void stop() {
        service.close();
    }

    /** Watches one run from its first sample to its last. */
    @Benchmark
    public void watch(Delay delay) throws IOException {
        String spec = "{\"memory\": {\"ram\": \"64MiB\", \"reserved\": \"16MiB\"}, \"device\": {\"readBandwidth\":"
                + " \"16MiB\"}, \"jobs\": [{\"size\": \"2GiB\", \"bs\": \"64k\"}], \"duration\": \"" + SAMPLES + "s\"}";
        String request = "{\"variants\": [{\"name\": \"one\", \"spec\": " + spec + "}], \"pace\": 5}";
        String id = new JsonMapper()
                .readTree(service.post("/api/v1/runs", request).body())
                .get("id")
                .asString();
        service.post("/api/v1/runs/" + id + "/pause", "");
        URI stream = service.uri("/api/v1/runs/" + id + "/stream");
        try (ManyViewers many = new ManyViewers(stream, viewers, SAMPLES)) {
            service.post("/api/v1/runs/" + id + "/resume", "");
            many.readAll(Duration.ofMinutes(1));
            long[] delays = many.delays();
            delay.p50Millis = delays[delays.length / 2] / 1e6;
            delay.p99Millis = delays[delays.length * 99 / 100] / 1e6;
            delay.maxMillis = delays[delays.length - 1] / 1e6;
            delay.lost =
                    Arrays.stream(many.received()).mapToLong(r -> SAMPLES - r).sum();
        }
    }
}
