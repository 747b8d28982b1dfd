package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoiseTest {

    private static final Duration SLO = Duration.ofSeconds(1);
    private static final Verdict REACHED =
            new Verdict.Reached(10, 11, LimitingFactor.SERVER_THREADS, "seen", "raise it", Confidence.HIGH, List.of());

    private static NullMeasurement look(
            double busy, double steal, double waited, double runnable, long pauseMs, long mib) {
        return new NullMeasurement(
                1_000_000_000,
                new NullMeasurement.ProcessorShares(seen(busy), seen(steal), seen(waited), seen(runnable)),
                pauseMs * 1_000_000,
                OptionalDouble.of((double) (mib << 20)));
    }

    /** A negative share stands for one that was not seen. */
    private static OptionalDouble seen(double share) {
        return share < 0 ? OptionalDouble.empty() : OptionalDouble.of(share);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "quiet",
            value = {
                "0.09 | 0.019 | 0.19 | 0.9 | 19 | 15 | quiet",
                "-1 | -1 | -1 | -1 | 0 | 0 | quiet",
                "0.10 | 0 | 0 | 0 | 0 | 0 | others used 10 % of the processors",
                "0 | 0.02 | 0 | 0 | 0 | 0 | 2 % of their time was stolen",
                "0 | 0 | 0.2 | 3 | 0 | 0 | some thread waited for a processor for 20 % of the time",
                "0 | 0 | -1 | 1 | 0 | 0 | 1.0 threads wanted a processor",
                "0 | 0 | 0 | 0 | 20 | 0 | a thread that sleeps 1 ms overslept by 20 ms",
                "0 | 0 | 0 | 0 | 0 | 250 | kernel slabs grew by 250 MiB/s",
                "0 | 0 | 0 | 0 | 0 | -16 | kernel slabs shrank by 16 MiB/s",
                "0.5 | 0.3 | 0 | 0 | 0 | 0 | others used 50 % of the processors, 30 % of their time was stolen",
            })
    void aHostThatIsNotQuietIsToldInOneLine(
            double busy, double steal, double waited, double runnable, long pauseMs, long mib, String reasons) {
        assertThat(Noise.warning(look(busy, steal, waited, runnable, pauseMs, mib), SLO)
                        .orElse(null))
                .isEqualTo(reasons == null ? null : "the host was not quiet before this scenario: " + reasons);
    }

    @ParameterizedTest
    @CsvSource({
        "0.20, 100, 1000, HIGH",
        "0.21, 0, 1000, MEDIUM",
        "0, 101, 1000, MEDIUM",
        "0, 101, 2000, HIGH",
        "-1, 0, 1000, HIGH",
    })
    void noiseThatHidesTimesTakesTheHighConfidence(double steal, long pauseMs, long sloMs, Confidence confidence) {
        Verdict verdict = Noise.lowerConfidence(REACHED, look(0, steal, 0, 0, pauseMs, 0), Duration.ofMillis(sloMs));

        assertThat(verdict).isInstanceOfSatisfying(Verdict.Reached.class, reached -> {
            assertThat(reached.confidence()).isEqualTo(confidence);
            assertThat(reached.ceiling()).isEqualTo(10);
            assertThat(reached.evidence())
                    .isEqualTo(
                            confidence == Confidence.HIGH
                                    ? "seen"
                                    : "seen; no more than medium confidence, because the host was not quiet before");
        });
    }

    @Test
    void aPauseBeyondATenthOfAShortSloIsAWarningToo() {
        assertThat(Noise.warning(look(0, 0, 0, 0, 5, 0), Duration.ofMillis(50))).isPresent();
        assertThat(Noise.warning(look(0, 0, 0, 0, 4, 0), Duration.ofMillis(50))).isEmpty();
    }

    @Test
    void withoutALookNothingIsSaid() {
        assertThat(Noise.warning(NullMeasurement.NONE, Duration.ofNanos(1))).isEmpty();
        assertThat(Noise.lowerConfidence(REACHED, NullMeasurement.NONE, Duration.ofNanos(1)))
                .isSameAs(REACHED);
    }

    @Test
    void otherVerdictsStay() {
        Verdict atLeast = new Verdict.AtLeast(5, "the cap");

        assertThat(Noise.lowerConfidence(atLeast, look(0, 0.9, 0, 0, 900, 0), SLO))
                .isSameAs(atLeast);
    }
}
