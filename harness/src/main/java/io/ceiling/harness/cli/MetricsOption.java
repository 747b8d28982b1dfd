package io.ceiling.harness.cli;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that ramps: metrics of the run in progress. */
@Heading.Under(Heading.RESULTS)
public final class MetricsOption {

    /** Name of the option; it changes nothing that is measured. */
    static final String METRICS = "--metrics";

    @Between(min = 0, max = 65_535)
    @Option(
            names = METRICS,
            paramLabel = "PORT",
            description =
                    "answers http://127.0.0.1:PORT/metrics with OpenMetrics while the run goes on; 0: any free port"
                            + " (docs/metrics.md)")
    private @Nullable Integer port;

    /** Returns the port, 0 for any free one; empty if none was given. */
    public OptionalInt port() {
        return port == null ? OptionalInt.empty() : OptionalInt.of(port);
    }
}
