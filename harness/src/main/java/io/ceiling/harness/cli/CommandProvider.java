package io.ceiling.harness.cli;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Commands that an extension adds; an extension registers it for {@link ServiceLoader}. */
public interface CommandProvider {

    /** Returns the group in which {@code ceiling --help} lists the commands, behind those of the core. */
    CommandGroup group();

    /** Returns the commands in the order in which help lists them. */
    List<CommandLine> commandLines(CommandContext context);

    /** Returns the commands that extensions add to a group, in the order of the extensions' names. */
    static Stream<CommandLine> of(CommandGroup group, CommandContext context) {
        return ServiceLoader.load(CommandProvider.class, CommandProvider.class.getClassLoader()).stream()
                .sorted(Comparator.comparing(provider -> provider.type().getName()))
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.group() == group)
                .flatMap(provider -> provider.commandLines(context).stream());
    }

    /** Returns the end of a message about something that only an extension has. */
    static String missing(String extension) {
        return "needs the extension %s, whose jar is not there. Hint: put ceiling-%s.jar beside ceiling-harness.jar"
                .formatted(extension, extension);
    }
}
