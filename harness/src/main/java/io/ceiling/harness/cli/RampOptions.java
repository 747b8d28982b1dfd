package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.scenario.RampSettings;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the steps of a ramp. */
@Heading.Under(Heading.RAMP)
final class RampOptions {

    @Heading.FirstScreen
    @Option(
            names = "--slo",
            paramLabel = "TIME",
            converter = SloTime.class,
            description =
                    "maximum response time of every answer; not within 10 %% of 1s, 3s or 7s (default: 800ms, in longer presets 2s)")
    private @Nullable Duration slo;

    @Heading.FirstScreen
    @Option(
            names = "--hold",
            paramLabel = "TIME",
            converter = HoldTime.class,
            description =
                    "how long each level is held, such as 300ms; for more than 5s connections are held once, after the ramp, which finds idle time-outs")
    private @Nullable Duration hold;

    @Between(min = 0)
    @Option(
            names = "--null-time",
            paramLabel = "TIME",
            description =
                    "how long the idle host is looked at before each scenario; 0ms: not (default: 500ms, in longer presets 5s)")
    private @Nullable Duration nullTime;

    @Between(min = 1, max = SourceAddresses.MAX)
    @Option(
            names = "--source-addresses",
            paramLabel = "N",
            description =
                    "number of local addresses from which load agents connect to loopback (default: depends on the cap)")
    private @Nullable Integer sourceAddresses;

    @Mixin
    private final PublishingOptions publishing = new PublishingOptions();

    /**
     * A response time that SYN retransmits do not decide. TCP sends an unanswered SYN again 1, 3 and 7 s after the
     * first: with an SLO near these times, chance decides whether such a connect is late.
     */
    static final class SloTime extends Converters.Time {

        private static final List<Duration> SYN_RETRANSMITS =
                List.of(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(7));

        SloTime() {
            super(Duration.ofMillis(1));
        }

        @Override
        public Duration convert(String text) {
            Duration time = super.convert(text);
            for (Duration retransmit : SYN_RETRANSMITS) {
                if (10 * time.minus(retransmit).abs().toMillis() < retransmit.toMillis()) {
                    throw new TypeConversionException(
                            "must differ by 10 %% or more from 1s, 3s and 7s, when TCP sends an unanswered SYN again, was '%s'. Hint: %dms"
                                    .formatted(text, retransmit.toMillis() * 8 / 10));
                }
            }
            return time;
        }
    }

    /**
     * A time. A path, which earlier versions of this option accepted, is refused with the name of the option that
     * accepts it now.
     */
    static final class HoldTime extends Converters.Time {
        HoldTime() {
            super(Duration.ZERO);
        }

        @Override
        public Duration convert(String text) {
            if (text.startsWith("/")) {
                throw new TypeConversionException(
                        "must be a time such as 300ms, was '%s'. Hint: a request that stays open is %s=%s"
                                .formatted(text, RequestOptions.HOLD, text));
            }
            return super.convert(text);
        }
    }

    boolean isGiven() {
        return slo != null || hold != null || nullTime != null || sourceAddresses != null || publishing.given();
    }

    RampSettings ramp(RampSettings defaults) {
        RampSettings.Builder ramp = defaults.toBuilder().publishing(publishing.publishing(defaults.publishing()));
        if (hold != null) {
            ramp.hold(hold);
        }
        if (slo != null) {
            ramp.slo(slo).sloGiven(true);
        }
        if (nullTime != null) {
            ramp.nullTime(nullTime);
        }
        if (sourceAddresses != null) {
            ramp.sourceAddresses(sourceAddresses());
        }
        return ramp.build();
    }

    /** Returns the number of local addresses of the load agents; empty if none was given. */
    OptionalInt sourceAddresses() {
        return sourceAddresses == null ? OptionalInt.empty() : OptionalInt.of(sourceAddresses);
    }
}
