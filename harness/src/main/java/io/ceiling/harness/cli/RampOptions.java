package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.model.RampSettings;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for the steps of a ramp. */
@Heading.Under(Heading.RAMP)
final class RampOptions {

    @Option(
            names = "--slo",
            paramLabel = "TIME",
            converter = Converters.SomeTime.class,
            description = "maximum response time of every answer, such as 1s")
    private @Nullable Duration slo;

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            converter = HoldTime.class,
            description = "how long each level is held, such as 300ms")
    private @Nullable Duration hold;

    @Option(
            names = "--null-time",
            paramLabel = "TIME",
            converter = NullTime.class,
            description =
                    "how long the idle host is looked at before each scenario; 0ms: not (default: 1s, in longer presets 5s)")
    private @Nullable Duration nullTime;

    @Option(
            names = "--source-addresses",
            paramLabel = "N",
            converter = Addresses.class,
            description =
                    "number of local addresses from which load agents connect to loopback (default: depends on the cap)")
    private @Nullable Integer sourceAddresses;

    @Mixin
    private final PublishingOptions publishing = new PublishingOptions();

    static final class Addresses extends Converters.WholeNumber {
        Addresses() {
            super(1, SourceAddresses.MOST);
        }
    }

    static final class NullTime extends Converters.Time {
        NullTime() {
            super(Duration.ZERO);
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

    /** Returns true if any of these options was given. */
    boolean given() {
        return slo != null || hold != null || nullTime != null || sourceAddresses != null || publishing.given();
    }

    /** Returns the default ramp with the given options. */
    RampSettings ramp(RampSettings defaults) {
        RampSettings.Builder ramp = defaults.toBuilder().publishing(publishing.publishing(defaults.publishing()));
        if (hold != null) {
            ramp.hold(hold);
        }
        if (slo != null) {
            ramp.slo(slo);
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
