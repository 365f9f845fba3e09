package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.specification.InvalidInputException;
import dev.dropbehind.testing.Specs;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import reactor.core.Disposable;

class ReplaysTest extends RunServiceFixture {

    private static final RunVariant VARIANT = RunVariant.of("a", "a", Runs.spec(2));
    private static final long SECOND = 1_000_000_000;

    @Test
    void oneReplayTooManyIsRefusedUntilAnotherHasEnded() throws Exception {
        Replays replays = replays(Map.of("replay-limit", "2"));
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<@Nullable String> first = begin(replays, held(latch));
        CompletableFuture<@Nullable String> second = begin(replays, held(latch));

        assertThatThrownBy(() -> begin(replays, held(latch)).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(BusyException.class)
                .hasMessageContaining("2 replays are under way");

        latch.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("seen");
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("seen");
        assertThat(begin(replays, held(latch)).get(30, TimeUnit.SECONDS)).isEqualTo("seen");
    }

    @Test
    void aReplayWhoseClientHasGoneIsGivenUp() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch givenUp = new CountDownLatch(1);
        Replay<String> endless = new Replay<>() {
            @Override
            public boolean goOn() {
                begun.countDown();
                return true;
            }

            @Override
            public String seen() {
                givenUp.countDown();
                return "";
            }
        };
        Disposable client =
                replays(Map.of()).of(VARIANT, SECOND, "to", () -> endless).subscribe();

        await(begun);
        client.dispose();

        assertThat(givenUp.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatIsEstimatedAboveTheLimitIsRefusedAndTheLimitNamed() {
        Replays replays = replays(Map.of("replay-time-limit", "999ms"));
        RunVariant large = RunVariant.of("large", "large", Specs.f2fsRead(IoMode.CACHED));
        CountDownLatch open = new CountDownLatch(0);

        assertThatThrownBy(() ->
                        replays.of(large, 31 * SECOND, "to", () -> held(open)).block())
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        problem -> assertThat(problem.faults()).singleElement().satisfies(fault -> {
                            assertThat(fault.pointer()).isEqualTo("?to");
                            assertThat(fault.detail()).contains("estimated at").contains("replayTimeLimit");
                        }));
        assertThat(replays.of(large, 1, "to", () -> held(open)).block()).isEqualTo("seen");
    }

    @Test
    void aReplayThatTakesLongerThanItsEstimateEndsAtTheLimit() {
        Replays replays = replays(Map.of("replay-time-limit", "1s"));
        Replay<String> endless = new Replay<>() {
            @Override
            public boolean goOn() {
                return true;
            }

            @Override
            public String seen() {
                return "";
            }
        };

        assertThatThrownBy(() ->
                        replays.of(VARIANT, SECOND, "second", () -> endless).block(Duration.ofSeconds(30)))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        problem -> assertThat(problem.faults())
                                .singleElement()
                                .satisfies(fault -> assertThat(fault.detail())
                                        .contains("takes longer than the limit replayTimeLimit")));
    }

    @Test
    void aReplayTakesItsMemoryFromThatOfLiveRunsAndGivesItBack() {
        Replays replays = replays(Map.of("page-limit", Long.toString(VARIANT.pages())));
        Replays tooSmall = replays(Map.of("page-limit", Long.toString(VARIANT.pages() - 1)));
        CountDownLatch open = new CountDownLatch(0);

        for (int i = 0; i < 3; i++) {
            assertThat(replays.of(VARIANT, SECOND, "to", () -> held(open)).block())
                    .isEqualTo("seen");
        }
        assertThatThrownBy(() ->
                        tooSmall.of(VARIANT, SECOND, "to", () -> held(open)).block())
                .isInstanceOfSatisfying(
                        BusyException.class,
                        problem -> assertThat(problem.limit()).isEqualTo("pageLimit"));
    }

    @Test
    void whatGoesWrongInAReplayIsTheClientsAnswerAndItsPlaceIsFreeAgain() {
        Replays replays = replays(Map.of("replay-limit", "1"));

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> begin(replays, failing()).get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("broken machine");
        }
    }

    private static Replay<String> held(CountDownLatch latch) {
        return new Replay<>() {
            @Override
            public boolean goOn() {
                await(latch);
                return false;
            }

            @Override
            public String seen() {
                return "seen";
            }
        };
    }

    private static Replay<String> failing() {
        return new Replay<>() {
            @Override
            public boolean goOn() {
                throw new IllegalStateException("broken machine");
            }

            @Override
            public String seen() {
                return "";
            }
        };
    }

    private static CompletableFuture<@Nullable String> begin(Replays replays, Replay<String> replay) {
        return replays.of(VARIANT, SECOND, "to", () -> replay).toFuture();
    }

    private Replays replays(Map<String, String> settings) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        settings.forEach((name, value) -> source.put("dropbehind.run." + name, value));
        RunProperties limits = new Binder(source).bindOrCreate("dropbehind.run", RunProperties.class);
        service(Engine::of, limits);
        return new Replays(executors.getLast(), limits);
    }
}
