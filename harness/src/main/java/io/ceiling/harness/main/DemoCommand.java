package io.ceiling.harness.main;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.OutputOptions;
import io.ceiling.harness.cli.ParsedCommand;
import io.ceiling.harness.command.run.RunCommand;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.run.ExitCode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** The command {@code ceiling demo}: {@code ceiling run --preset=demo} of one container, and what to try next. */
@Command(
        name = "demo",
        description = {
            "Shows in half a minute which limit stops a server, and what a connection costs.",
            "Other options are those of ceiling run, such as --container=jetty, --dry-run and --results=FOLDER."
        },
        footer = {
            "  ceiling demo                     four servers of Tomcat",
            "  ceiling demo --container=jetty   of Jetty",
            "  ceiling demo --dry-run           what it would start"
        })
final class DemoCommand extends ParsedCommand {

    private static final List<String> AFTER = List.of(
            "hold-blocking: a request that waits in a thread; websocket: an idle WebSocket (docs/workloads.md)",
            "yours:    ceiling http://127.0.0.1:8080/shop/products        a server of your own (docs/probe.md)");

    @Unmatched
    private List<String> more = new ArrayList<>();

    private DemoCommand(CommandContext context) {
        super(context);
    }

    static CommandLine commandLine(CommandContext context) {
        return new CommandLine(new DemoCommand(context));
    }

    @Override
    public Integer call() {
        List<String> run = new ArrayList<>(List.of(RunCommand.NAME, "--preset=" + Preset.DEMO.label()));
        String container = DimensionOptions.option(Dimension.CONTAINER);
        if (more.stream().noneMatch(option -> option.equals(container) || option.startsWith(container + "="))) {
            run.add(container + "=tomcat");
        }
        if (OutputOptions.isVerbose(spec())) {
            run.add("--verbose");
        }
        run.addAll(more);
        int exitCode = Ceiling.execute(context, run.toArray(String[]::new));
        if (exitCode == ExitCode.OK && !more.contains(OutputOptions.JSON) && !more.contains(OutputOptions.QUIET)) {
            AFTER.forEach(context.out()::println);
        }
        return exitCode;
    }
}
