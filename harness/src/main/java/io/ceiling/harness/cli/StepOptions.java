package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.model.RampSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options about the steps of a ramp, but for how long each is held, which is called differently where a path can be held. */
final class StepOptions {

    @Option(names = "--slo", paramLabel = "TIME", description = "every answer comes within that time, such as 1s")
    private @Nullable String slo;

    @Option(
            names = "--source-addresses",
            paramLabel = "N",
            description = "local addresses that load agents open connections from, to loopback (default: by the cap)")
    private @Nullable String sourceAddresses;

    @Mixin
    private final PublishingOptions publishing = new PublishingOptions();

    /** Whether any was given. */
    boolean given() {
        return !arguments().isEmpty();
    }

    /**
     * The usual ramp with what was given.
     *
     * @param holdOption what the option is called that says how long a level is held
     * @param hold its value; null if it was not given
     */
    RampSettings ramp(RampSettings usual, String holdOption, @Nullable String hold) {
        RampSettings.Builder ramp = usual.toBuilder().publishing(publishing.publishing(usual.publishing()));
        if (hold != null) {
            ramp.hold(DurationOption.parse(holdOption, hold, Duration.ZERO));
        }
        if (slo != null) {
            ramp.slo(DurationOption.parse("--slo", slo, Duration.ofMillis(1)));
        }
        if (sourceAddresses != null) {
            ramp.sourceAddresses(sourceAddresses());
        }
        return ramp.build();
    }

    /** Local addresses of the load agents; empty if none were given. */
    OptionalInt sourceAddresses() {
        return sourceAddresses == null
                ? OptionalInt.empty()
                : OptionalInt.of(RunOptions.number("--source-addresses", sourceAddresses, 1, SourceAddresses.MOST));
    }

    /** The given options again as arguments. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        RunOptions.add(arguments, "--slo", slo);
        RunOptions.add(arguments, "--source-addresses", sourceAddresses);
        arguments.addAll(publishing.arguments());
        return arguments;
    }
}
