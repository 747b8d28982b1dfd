package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.CommandProvider;
import io.ceiling.harness.command.probe.FullGcOptions.FullGcPolicy;
import java.util.ServiceLoader;

/** Predicts the limits of a server that {@code probe --predict} hands over; an extension registers it. */
public interface ProbePrediction {

    /**
     * Blocks until the limits are predicted.
     *
     * @return the exit code
     * @throws CommandException if they cannot be predicted for that load
     */
    int predict(CommandContext context, ProbeRequest request, FullGcPolicy collections) throws InterruptedException;

    /**
     * Returns the prediction of the extension.
     *
     * @throws CommandException if there is none
     */
    static ProbePrediction ofExtension() {
        return ServiceLoader.load(ProbePrediction.class, ProbePrediction.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> CommandException.badArguments("--predict " + CommandProvider.missing("capacity")));
    }
}
