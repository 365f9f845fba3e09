package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.test.StepVerifier;
import tools.jackson.databind.json.JsonMapper;

class RunFeedTest {

    private final StreamCounters counters = new StreamCounters();
    private final EventEncoder encoder = new EventEncoder(new JsonMapper());
    private final Queue<Runnable> notices = new ArrayDeque<>();
    private final Run run = Runs.run(RunStatus.RUNNING, 1);
    private final RunFeed feed = new RunFeed(run, encoder, counters, notices::add);

    @Test
    void aReaderGetsTheStatusTheSamplesSoFarAndThoseToCome() {
        append(1, 2);
        Reader reader = read(0, Long.MAX_VALUE);
        append(3);

        assertThat(reader.events()).containsExactly("status RUNNING", "1", "2", "3");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 150, 299, 300, 1000})
    void aReaderThatResumesGetsWhatFollowsItsPosition(int after) {
        append(IntStream.rangeClosed(1, 300).toArray());
        Reader reader = read(after, Long.MAX_VALUE);
        append(301);
        finish();

        List<String> expected = new ArrayList<>(List.of("status RUNNING"));
        IntStream.rangeClosed(after + 1, 301).forEach(seq -> expected.add(Integer.toString(seq)));
        expected.add("status COMPLETED");
        assertThat(reader.events()).isEqualTo(expected);
        assertThat(reader.completed).isTrue();
    }

    @Test
    void theLastStatusComesAfterTheLastSampleAndEndsTheStream() {
        append(IntStream.rangeClosed(1, 100).toArray());
        finish();
        Reader reader = read(0, Long.MAX_VALUE);

        assertThat(reader.events()).hasSize(101).endsWith("100", "status COMPLETED");
        assertThat(reader.completed).isTrue();
        assertThat(counters.subscribers()).isZero();
    }

    @Test
    void aSlowReaderSkipsStatusesButNoSamples() {
        Reader reader = read(0, 1);
        append(1);
        status(Pace.MAX);
        append(2);
        status(new Pace(3));
        append(3);
        reader.request(10);

        assertThat(reader.events()).containsExactly("status RUNNING", "1", "2", "3", "status RUNNING");
        assertThat(reader.text().getLast()).contains("\"pace\":3");
    }

    @Test
    void aReaderThatTakesNothingCostsTheOthersNothing() {
        Reader stuck = read(0, 0);
        Reader reader = read(0, Long.MAX_VALUE);
        append(1, 2);

        assertThat(stuck.events()).isEmpty();
        assertThat(reader.events()).containsExactly("status RUNNING", "1", "2");
    }

    @Test
    void allReadersShareTheBytesOfAnEvent() {
        append(1);
        Reader one = read(0, Long.MAX_VALUE);
        Reader other = read(0, Long.MAX_VALUE);

        assertThat(one.received).hasSize(2);
        assertThat(one.received.get(0)).isSameAs(other.received.get(0));
        assertThat(one.received.get(1)).isSameAs(other.received.get(1));
    }

    @Test
    void aHeartbeatIsForReadersThatCanTakeItAndHaveNothingElseToRead() {
        Reader idle = read(0, Long.MAX_VALUE);
        Reader stuck = read(0, 1);
        feed.beat();
        stuck.request(1);

        assertThat(idle.events()).containsExactly("status RUNNING", "heartbeat");
        assertThat(stuck.events()).containsExactly("status RUNNING");
        assertThat(counters.events()).isEqualTo(2);
    }

    @Test
    void aReaderThatLeavesIsForgotten() {
        Reader reader = read(0, Long.MAX_VALUE);
        assertThat(counters.subscribers()).isEqualTo(1);

        reader.cancel();
        append(1);

        assertThat(counters.subscribers()).isZero();
        assertThat(reader.events()).containsExactly("status RUNNING");
    }

    @Test
    void whatIsAppendedWhileReadersReadReachesThemOnce() {
        RunFeed live = new RunFeed(run, encoder, counters, Runnable::run);
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int seq = 1; seq <= 5000; seq++) {
                live.append(List.of(Runs.sample(seq)));
            }
            live.status(run.becomes(RunStatus.COMPLETED, Instant.EPOCH));
        });

        StepVerifier.create(live.after(0)
                        .flatMapIterable(batch -> batch)
                        .map(RunFeedTest::describe)
                        .filter(event -> !event.startsWith("status"))
                        .collectList())
                .assertNext(seqs -> assertThat(seqs)
                        .isEqualTo(IntStream.rangeClosed(1, 5000)
                                .mapToObj(Integer::toString)
                                .toList()))
                .expectComplete()
                .verify(Duration.ofSeconds(30));
        assertThat(writer).isNotNull();
    }

    private void append(int... seqs) {
        feed.append(IntStream.of(seqs).mapToObj(Runs::sample).toList());
        deliver();
    }

    private void status(Pace pace) {
        feed.status(run.paced(pace));
        deliver();
    }

    private void finish() {
        feed.status(run.becomes(RunStatus.COMPLETED, Instant.EPOCH));
        deliver();
    }

    private void deliver() {
        Stream.generate(notices::poll).takeWhile(notice -> notice != null).forEach(Runnable::run);
    }

    private Reader read(long after, long demand) {
        Reader reader = new Reader(demand);
        feed.after(after).subscribe(reader);
        return reader;
    }

    private static String describe(byte[] event) {
        String text = new String(event, StandardCharsets.UTF_8);
        if (text.startsWith(":")) {
            return "heartbeat";
        }
        return text.startsWith("id: ")
                ? text.substring(4, text.indexOf('\n'))
                : "status " + text.replaceAll("(?s).*\"status\":\"(\\w+)\".*", "$1");
    }

    /** Takes as many batches as a test says. */
    private static final class Reader extends BaseSubscriber<List<byte[]>> {
        private final long first;
        private final List<byte[]> received = new ArrayList<>();
        private boolean completed;

        Reader(long first) {
            this.first = first;
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            if (first > 0) {
                request(first);
            }
        }

        @Override
        protected void hookOnNext(List<byte[]> batch) {
            received.addAll(batch);
        }

        @Override
        protected void hookOnComplete() {
            completed = true;
        }

        List<String> events() {
            return received.stream().map(RunFeedTest::describe).toList();
        }

        List<String> text() {
            return received.stream()
                    .map(event -> new String(event, StandardCharsets.UTF_8))
                    .toList();
        }
    }
}
