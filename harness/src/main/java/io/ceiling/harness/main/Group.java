package io.ceiling.harness.main;

import io.ceiling.anatomy.AnatomyCommand;
import io.ceiling.capacity.predict.PredictCommand;
import io.ceiling.capacity.size.SizeCommand;
import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.command.climb.ClimbCommand;
import io.ceiling.harness.command.compare.CompareCommand;
import io.ceiling.harness.command.doctor.DoctorCommand;
import io.ceiling.harness.command.probe.ProbeCommand;
import io.ceiling.harness.command.rooms.RoomsCommand;
import io.ceiling.harness.command.run.RunCommand;
import io.ceiling.harness.command.show.ReportCommand;
import io.ceiling.harness.command.show.ServeCommand;
import io.ceiling.harness.command.show.ShowCommand;
import io.ceiling.harness.command.traffic.TrafficCommand;
import io.ceiling.hosts.NodeCommand;
import io.ceiling.watch.WatchCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A group of commands in {@code ceiling --help}; every command is in one.
 *
 * @param words its heading
 * @param commands makes its commands
 */
record Group(String words, List<Function<CommandContext, CommandLine>> commands) {

    private static final List<Group> ALL = List.of(
            new Group(
                    "Measure servers that Ceiling starts",
                    List.of(
                            DemoCommand::commandLine,
                            RunCommand::commandLine,
                            ClimbCommand::commandLine,
                            TrafficCommand::commandLine,
                            RoomsCommand::commandLine,
                            AnatomyCommand::commandLine)),
            new Group("Your own server", List.of(ProbeCommand::commandLine, WatchCommand::commandLine)),
            new Group("Size and plan", List.of(SizeCommand::commandLine, PredictCommand::commandLine)),
            new Group(
                    "Results",
                    List.of(ShowCommand::commandLine, ReportCommand::commandLine, CompareCommand::commandLine)),
            new Group(
                    "This machine",
                    List.of(
                            DoctorCommand::commandLine,
                            ServeCommand::commandLine,
                            NodeCommand::commandLine,
                            CompletionCommand::commandLine)));

    Group {
        commands = List.copyOf(commands);
    }

    /** Adds every command to the root, whose help then lists them in their groups. */
    static void install(CommandLine root, CommandContext context) {
        Map<Group, List<CommandLine>> all = new LinkedHashMap<>();
        for (Group group : ALL) {
            List<CommandLine> mine = group.commands.stream()
                    .map(command -> command.apply(context))
                    .toList();
            mine.forEach(root::addSubcommand);
            all.put(group, mine);
        }
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(all));
        root.getCommandSpec()
                .usageMessage()
                .sectionKeys(List.of(
                        UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
                        UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                        UsageMessageSpec.SECTION_KEY_DESCRIPTION,
                        UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                        UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
                        UsageMessageSpec.SECTION_KEY_FOOTER));
    }

    private static String list(Map<Group, List<CommandLine>> all) {
        StringBuilder text = new StringBuilder();
        all.forEach((group, commands) -> {
            text.append("%n%s:%n".formatted(group.words));
            commands.forEach(command -> text.append("  %-10s  %s%n"
                    .formatted(
                            command.getCommandName(),
                            // A template of the parser's, in which a percent sign is doubled.
                            command.getCommandSpec()
                                    .usageMessage()
                                    .description()[0]
                                    .replace("%%", "%"))));
        });
        return text.toString();
    }
}
