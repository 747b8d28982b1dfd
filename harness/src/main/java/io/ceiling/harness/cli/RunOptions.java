package io.ceiling.harness.cli;

import io.ceiling.harness.scenario.RampSettings;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that ramps a server: the ramp with its cap, and the folder of the run. */
public final class RunOptions {

    @Heading.Under(Heading.RAMP)
    @Heading.FirstScreen
    @Between(min = 1, max = Converters.MAX_CONNECTIONS)
    @Option(names = "--cap", paramLabel = "N", description = "most connections that are opened")
    private @Nullable Integer cap;

    @Mixin
    private final RampOptions ramp = new RampOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    public OptionalInt cap() {
        return cap == null ? OptionalInt.empty() : OptionalInt.of(cap);
    }

    public boolean changeRamp() {
        return cap != null || ramp.isGiven();
    }

    public RampSettings ramp(RampSettings defaults) {
        return ramp.ramp(defaults);
    }

    /** Returns the number of local addresses of the load agents; empty if none was given. */
    public OptionalInt sourceAddresses() {
        return ramp.sourceAddresses();
    }

    public FolderOptions folder() {
        return folder;
    }
}
