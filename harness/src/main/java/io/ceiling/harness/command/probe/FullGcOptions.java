package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.Excludes;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.Needs;
import picocli.CommandLine.Option;

/** The options of commands that predict: whether the server collects its heap before it is read. */
@Heading.Under(Heading.MEASURE)
public final class FullGcOptions {

    @Needs("--predict")
    @Excludes("--force-gc")
    @Option(names = "--no-gc", description = "no full collection before a reading; the heap is then not predicted")
    private boolean never;

    @Needs("--predict")
    @Option(
            names = "--force-gc",
            description = "a full collection before each reading of a running server too, although its JVM"
                    + " refuses them or the first one took more than 1 s")
    private boolean always;

    /** When a server is made to collect its whole heap; each collection stops all its threads. */
    public enum FullGcPolicy {
        /** A running server collects, unless it refuses or its first collection took too long. */
        DEFAULT,
        ALWAYS,
        NEVER
    }

    /** Returns when the user wants full collections. */
    public FullGcPolicy policy() {
        return never ? FullGcPolicy.NEVER : always ? FullGcPolicy.ALWAYS : FullGcPolicy.DEFAULT;
    }
}
