package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.named;
import static io.ceiling.harness.verdict.EvidenceRows.NO_THREAD;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JVM's words are the same in every row; which limit it was is told by what stands at it. */
class NativeThreadLimitTest {

    private static final List<String> LIMITS =
            List.of("pids.max", "ulimit -u", "kernel.pid_max", "kernel.threads-max", "vm.max_map_count");

    /** @param named all the limits that are named, and no other; empty if it must say that it does not know */
    record Row(String what, List<String> named, String evidence, Fact fact) {
        @Override
        public String toString() {
            return what;
        }
    }

    static List<Row> rows() {
        return List.of(
                new Row("two mappings a thread", List.of("vm.max_map_count"), "is 2000, 1997 mappings", e -> {
                    e.threads = 720;
                    e.mappings = ThreadUse.of(1_997, 2_000);
                }),
                new Row("one more than may be", List.of("vm.max_map_count"), "65531 mappings of the server", e -> {
                    e.threads = 32_600;
                    e.mappings = ThreadUse.of(65_531, 65_530);
                }),
                new Row(
                        "few threads of a server on a host that is full of others'",
                        List.of("kernel.threads-max"),
                        "is 4000, 3998 threads on the host",
                        e -> {
                            e.threads = 300;
                            e.hostThreads = ThreadUse.of(3_998, 4_000);
                        }),
                new Row(
                        "numbers of a pid namespace, of which the lowest are given once",
                        List.of("kernel.pid_max"),
                        "is 600, 599 numbers of its pid namespace taken",
                        e -> {
                            e.threads = 340;
                            e.hostThreads = ThreadUse.of(900, 200_000);
                            e.processNumbers = ThreadUse.of(599, 600);
                        }),
                new Row(
                        "the user has processes besides the server",
                        List.of("ulimit -u"),
                        "is 500, 499 processes and threads of its user",
                        e -> {
                            e.threads = 200;
                            e.userThreads = ThreadUse.of(499, 500);
                        }),
                new Row("the cgroup is full", List.of("pids.max"), "is 120, 120 processes and threads in it", e -> {
                    e.threads = 118;
                    e.groupPids = ThreadUse.of(120, 120);
                }),
                new Row(
                        "the cgroup counted what it refused, and is no longer full",
                        List.of("pids.max"),
                        "is 120, 60 processes and threads in it, 60 fewer than at the server's peak, it refused 37",
                        e -> {
                            e.threads = 118;
                            e.threadsLeft = 58;
                            e.groupPids = ThreadUse.of(60, 120);
                            e.groupRefusals = Observation.of(37);
                        }),
                new Row("no counter, but a message of the kernel", List.of("pids.max"), "it refused 1", e -> {
                    e.threads = 80;
                    e.groupPids = ThreadUse.of(90, 120);
                    e.kernel.add("cgroup: fork rejected by pids controller in /server");
                }),
                new Row("a message about another cgroup", List.of(), "it is unknown which", e -> {
                    e.groupPids = ThreadUse.of(90, 120);
                    e.groupRefusals = Observation.of(0);
                    e.kernel.add("cgroup: fork rejected by pids controller in /other");
                }),
                new Row(
                        "threads that had ended when the rest was counted",
                        List.of("ulimit -u"),
                        "300 processes and threads of its user, 198 fewer than at the server's peak",
                        e -> {
                            e.threads = 400;
                            e.threadsLeft = 202;
                            e.userThreads = ThreadUse.of(300, 500);
                        }),
                new Row(
                        "two limits of the same size",
                        List.of("pids.max", "ulimit -u"),
                        "pids.max of the cgroup is 150, 150 processes and threads in it; and ulimit -u is 150, 149",
                        e -> {
                            e.threads = 148;
                            e.groupPids = ThreadUse.of(150, 150);
                            e.userThreads = ThreadUse.of(149, 150);
                        }),
                new Row(
                        "the closest is far away",
                        List.of(),
                        "it is unknown which limit refused another thread: pids.max of the cgroup is 1000, 900 processes",
                        e -> {
                            e.threads = 890;
                            e.groupPids = ThreadUse.of(900, 1_000);
                        }),
                new Row("a user that is exempt from the limit", List.of(), "it is unknown which", e -> {
                    e.threads = 500;
                    e.userThreads = new ThreadUse(Observation.of(500), Limit.UNLIMITED);
                }),
                new Row(
                        "nothing could be read",
                        List.of(),
                        "60 threads; it is unknown which limit refused another thread; ",
                        e -> {
                            e.mappings =
                                    e.hostThreads = e.processNumbers = e.groupPids = e.userThreads = ThreadUse.UNSEEN;
                            e.threadsLeft = 0;
                        }));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void namesWhatStandsAtItsLimitWithBothValues(Row row) {
        Attribution attribution = named(TIMED_OUT, row.fact(), e -> e.logs("Exception " + NO_THREAD));

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.SERVER_NATIVE_THREADS);
        assertThat(attribution.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(attribution.evidence()).contains(row.evidence());
        if (row.named().isEmpty()) {
            assertThat(attribution.evidence()).contains("it is unknown which");
            assertThat(attribution.relief()).contains(LIMITS);
        } else {
            assertThat(LIMITS.stream().filter(attribution.evidence()::contains)).isEqualTo(row.named());
            assertThat(LIMITS.stream().filter(attribution.relief()::contains)).isEqualTo(row.named());
        }
    }

    @Test
    void withoutWordsOnlyALimitThatIsMetIsNamed() {
        Attribution full = named(TIMED_OUT, e -> e.userThreads = ThreadUse.of(500, 500));
        Attribution nearlyFull = named(TIMED_OUT, e -> e.userThreads = ThreadUse.of(480, 500));

        assertThat(full.factor()).isEqualTo(LimitingFactor.SERVER_NATIVE_THREADS);
        assertThat(full.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(full.evidence())
                .contains("ulimit -u is 500, 500 processes and threads of its user; 200 answer-timeout");
        assertThat(nearlyFull.factor()).isEqualTo(LimitingFactor.UNKNOWN);
    }

    @Test
    void aRefusalInASharedGroupIsNotTheServersWithoutAWordOfIt() {
        Attribution attribution = named(e -> {
            e.fails(FailureCause.UNEXPECTED_STATUS, 200, "HTTP/1.1 429");
            e.groupPids = ThreadUse.of(300, 1_000);
            e.groupRefusals = Observation.of(1);
        });

        assertThat(attribution.factor()).isEqualTo(LimitingFactor.REFUSED_BY_SERVER);
    }

    @Test
    void aCrashThatFollowedIsToldWithTheLimit() {
        Attribution crash = named(e -> {
            e.exitCode = OptionalInt.of(134);
            e.crashFile = true;
            e.threads = 720;
            e.threadsLeft = 0;
            e.mappings = ThreadUse.of(2_001, 2_000);
            e.logs(NO_THREAD);
        });

        assertThat(crash.evidence())
                .contains("vm.max_map_count is 2000, 2001 mappings of the server; server ended with exit code 134");
    }
}
