package io.ceiling.harness.cli;

import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.run.RunRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Options that an extension adds to commands that it does not own; an extension registers it for {@link ServiceLoader}.
 */
public interface RunOption {

    /** Returns the names of the commands that get the options. */
    Set<String> commands();

    /** Returns an object whose fields are the options, for one command line. */
    OptionValues values();

    /** The values of the options of one command line. */
    interface OptionValues {

        boolean isGiven();

        /**
         * Returns the request with the values of the options.
         *
         * @throws CommandException if the options contradict each other
         */
        RunRequest applyTo(RunRequest request);

        /**
         * Returns the other hosts that the options name; {@link #applyTo} adds them to a request. Empty for this host alone.
         */
        default Optional<OtherHosts> hosts() {
            return Optional.empty();
        }
    }

    /** Adds the options of all extensions to a command, behind its own and in the order of the extensions' names. */
    static void add(CommandSpec command, String name) {
        ServiceLoader.load(RunOption.class, RunOption.class.getClassLoader()).stream()
                .sorted(Comparator.comparing(provider -> provider.type().getName()))
                .map(ServiceLoader.Provider::get)
                .filter(option -> option.commands().contains(name))
                .forEach(option ->
                        command.addMixin(option.getClass().getName(), CommandSpec.forAnnotatedObject(option.values())));
    }

    static List<OptionValues> valuesOf(CommandSpec command) {
        return command.mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(OptionValues.class::isInstance)
                .map(OptionValues.class::cast)
                .toList();
    }
}
