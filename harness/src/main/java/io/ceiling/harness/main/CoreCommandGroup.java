package io.ceiling.harness.main;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandGroup;
import io.ceiling.harness.cli.CommandProvider;
import io.ceiling.harness.command.doctor.DoctorCommand;
import io.ceiling.harness.command.probe.ProbeCommand;
import io.ceiling.harness.command.run.RunCommand;
import io.ceiling.harness.command.show.ReportCommand;
import io.ceiling.harness.command.show.ServeCommand;
import io.ceiling.harness.command.show.ShowCommand;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands of the core in a group of {@code ceiling --help}.
 *
 * @param commands makes the commands
 */
record CoreCommandGroup(CommandGroup group, List<Function<CommandContext, CommandLine>> commands) {

    private static final List<CoreCommandGroup> ALL = List.of(
            new CoreCommandGroup(CommandGroup.MEASURE, List.of(DemoCommand::commandLine, RunCommand::commandLine)),
            new CoreCommandGroup(CommandGroup.YOUR_SERVER, List.of(ProbeCommand::commandLine)),
            new CoreCommandGroup(CommandGroup.PLAN, List.of()),
            new CoreCommandGroup(CommandGroup.RESULTS, List.of(ShowCommand::commandLine, ReportCommand::commandLine)),
            new CoreCommandGroup(CommandGroup.MACHINE, List.of(DoctorCommand::commandLine, ServeCommand::commandLine)));

    CoreCommandGroup {
        commands = List.copyOf(commands);
    }

    /** Adds every command to the root, whose help then lists them in their groups; completion is the last one. */
    static void install(CommandLine root, CommandContext context) {
        Map<CommandGroup, List<CommandLine>> all = new EnumMap<>(CommandGroup.class);
        for (CoreCommandGroup group : ALL) {
            Stream<CommandLine> last = group.group == CommandGroup.MACHINE
                    ? Stream.of(CompletionCommand.commandLine(context))
                    : Stream.empty();
            List<CommandLine> mine = Stream.of(
                            group.commands.stream().map(command -> command.apply(context)),
                            CommandProvider.of(group.group, context),
                            last)
                    .flatMap(commands -> commands)
                    .toList();
            mine.forEach(root::addSubcommand);
            if (!mine.isEmpty()) {
                all.put(group.group, mine);
            }
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

    private static String list(Map<CommandGroup, List<CommandLine>> all) {
        StringBuilder text = new StringBuilder();
        all.forEach((group, commands) -> {
            text.append("%n%s:%n".formatted(group.title()));
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
