package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Base class of all commands: the context, the parsed command line, and the request of a run. */
public abstract class ParsedCommand implements Callable<Integer> {

    protected final CommandContext context;

    @Spec
    private @Nullable CommandSpec spec;

    protected ParsedCommand(CommandContext context) {
        this.context = context;
    }

    public final CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("not parsed yet");
        }
        return spec;
    }

    protected final ParseResult parsed() {
        return spec().commandLine().getParseResult();
    }

    /** Returns true if an option of an extension was given; options that name hosts do not count. */
    protected final boolean hasExtensionOptions() {
        return RunOption.valuesOf(spec()).stream()
                .anyMatch(values -> values.isGiven() && values.hosts().isEmpty());
    }

    /** Returns the other hosts that options of extensions name; empty if only this host is used. */
    protected final Optional<OtherHosts> hosts() {
        return RunOption.valuesOf(spec()).stream()
                .flatMap(values -> values.hosts().stream())
                .findFirst();
    }

    /** Returns the request with the values of the options of extensions. */
    protected final RunRequest withExtensionOptions(RunRequest request) {
        RunRequest extended = request;
        for (RunOption.OptionValues values : RunOption.valuesOf(spec())) {
            extended = values.applyTo(extended);
        }
        return extended;
    }

    /**
     * Measures servers that are started for it.
     *
     * @throws CommandException if this host has too little memory, or a server or the load agent was not built
     */
    protected final int start(RunRequest run, Record request, CommandContext.Measurement measurement)
            throws InterruptedException {
        context.requireCapacity(run);
        BuildCheck.requireServersAndLoad(context, run.scenarios());
        return context.starter().start(run, request, measurement);
    }

    public final RunRequest request(FolderOptions folder, String server) {
        return request(folder, spec().name() + "-" + server, List.of()).ownerOnly(true);
    }

    /**
     * Returns the request to run these scenarios with the ramp of the quick preset.
     *
     * @param name name of the run unless another one is given
     */
    public final RunRequest request(FolderOptions folder, String name, List<Scenario> scenarios) {
        return new RunRequest(
                RunRequest.Folders.of(context.home(), folder.results(context.home()), folder.name(name)),
                scenarios,
                Preset.QUICK.ramp(context.limits().get().memoryFloorBytes()),
                RecordedCommand.of(spec()));
    }
}
