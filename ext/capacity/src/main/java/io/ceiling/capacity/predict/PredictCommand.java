package io.ceiling.capacity.predict;

import io.ceiling.harness.cli.Between;
import io.ceiling.harness.cli.BuildCheck;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.FolderOptions;
import io.ceiling.harness.cli.Heading;
import io.ceiling.harness.cli.HeldWorkload;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.command.probe.FullGcOptions;
import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.command.probe.RunningServerOptions;
import io.ceiling.harness.command.run.SingleScenario;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The command {@code ceiling predict}: makes a request from the options, for a server that it starts or for one that
 * runs already. It starts no process itself.
 */
@Command(
        name = "predict",
        description = "Predicts the limits of a server from at most a tenth of the nearest one, without meeting it.",
        footer = {
            "  ceiling predict http://127.0.0.1:8080/shop --get=/products                        a server that runs",
            "  ceiling predict http://127.0.0.1:8080/shop --get=/products --cap=100 --pace=0.2   its processors too",
            "  ceiling predict --container=jetty --workload=websocket --heap=256m                one that is started"
        })
@Heading.Under(Heading.MEASURE)
public final class PredictCommand extends ParsedCommand {

    @Heading.FirstScreen
    @Between(min = PredictRequest.MIN_CONNECTIONS, max = 1_000_000)
    @Option(
            names = "--cap",
            paramLabel = "N",
            description =
                    "most connections that are opened; it ends earlier, at a tenth of the nearest predicted limit (default: 1000; five"
                            + " small levels if neither heap, descriptors nor maxConnections are seen)")
    private @Nullable Integer most;

    @Heading.FirstScreen
    @Option(
            names = "--pace",
            paramLabel = "N",
            converter = Pace.class,
            description =
                    "wanted exchanges of each connection per second, 0 for held ones; without it the processors are not predicted")
    private @Nullable Double pace;

    @Mixin
    private final FullGcOptions collect = new FullGcOptions();

    @Mixin
    private final RunningServerOptions running = new RunningServerOptions();

    @Mixin
    private final FolderOptions folder = new FolderOptions();

    private PredictCommand(CommandContext context) {
        super(context);
    }

    public static CommandLine commandLine(CommandContext context) {
        CommandLine commandLine = new CommandLine(new PredictCommand(context));
        HeldWorkload.addOption(commandLine.getCommandSpec());
        DimensionOptions.addOfOneValue(commandLine.getCommandSpec(), SingleScenario.SETTINGS);
        return commandLine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<Dimension, String> given = SingleScenario.given(parsed());
        OptionalInt maxConnections = most == null ? OptionalInt.empty() : OptionalInt.of(most);
        OptionalDouble requestedPace = pace == null ? OptionalDouble.empty() : OptionalDouble.of(pace);
        Optional<ProbeRequest> probe =
                running.probe(context, this, given, maxConnections.orElse(PredictRequest.DEFAULT_CONNECTIONS), folder);
        if (probe.isPresent()) {
            if (probe.get().load().custom().flatMap(CustomRequest::inFlight).isPresent()) {
                throw CommandException.badArguments(
                        "--in-flight is for probe, which ramps requests: a prediction is of connections, give --get");
            }
            BuildCheck.requireLoad(context.home());
            return start(
                    context,
                    new PredictRequest(probe.get().run(), probe, maxConnections, requestedPace, collect.policy()));
        }
        String workload = HeldWorkload.of(given);
        Scenario scenario = SingleScenario.of(
                SingleScenario.with(given, Dimension.WORKLOAD, workload), context, OptionalInt.empty());
        RunRequest run = request(folder, "predict-%s-%s".formatted(workload, scenario.container()), List.of(scenario));
        BuildCheck.requireServersAndLoad(context, run.scenarios());
        return start(
                context, new PredictRequest(run, Optional.empty(), maxConnections, requestedPace, collect.policy()));
    }

    static int start(CommandContext context, PredictRequest request) throws InterruptedException {
        return context.starter().start(request.run(), request, frame -> new PredictRunner(frame).run(request));
    }

    /** A rate that may be zero or below one. */
    static final class Pace implements ITypeConverter<Double> {

        private static final double MAX_PER_SECOND = 100_000;

        @Override
        public Double convert(String text) {
            try {
                double value = Double.parseDouble(text);
                if (value >= 0 && value <= MAX_PER_SECOND) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // The message below says what is wrong.
            }
            throw new TypeConversionException(
                    "must be a number of exchanges per second from 0 to 100000, was '%s'".formatted(text));
        }
    }
}
