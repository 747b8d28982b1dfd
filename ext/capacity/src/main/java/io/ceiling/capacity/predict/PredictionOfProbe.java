package io.ceiling.capacity.predict;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.command.probe.FullGcOptions.FullGcPolicy;
import io.ceiling.harness.command.probe.ProbePrediction;
import io.ceiling.harness.command.probe.ProbeRequest;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Runs {@code predict} for the servers of {@code probe --predict}. */
public final class PredictionOfProbe implements ProbePrediction {

    @Override
    public int predict(CommandContext context, ProbeRequest request, FullGcPolicy collections)
            throws InterruptedException {
        ProbeRequest.ProbeLoad load = request.load();
        boolean onlyHolds = load.workloads().stream()
                        .noneMatch(workload -> workload.isRecursive() || workload.subscribes())
                && load.custom().map(custom -> custom.inFlight().isEmpty()).orElse(true);
        if (request.servers().size() > 1 || load.workloads().size() > 1 || !onlyHolds) {
            throw CommandException.badArguments(
                    "--predict must come with one URL and one workload of keep-alive, websocket, hold-async and hold-blocking, or with --get");
        }
        OptionalInt maxConnections = load.maxConnections();
        if (maxConnections.orElse(PredictRequest.MIN_CONNECTIONS) < PredictRequest.MIN_CONNECTIONS) {
            throw CommandException.badArguments("--cap must be at least %d with --predict, was %d"
                    .formatted(PredictRequest.MIN_CONNECTIONS, maxConnections.getAsInt()));
        }
        return PredictCommand.start(
                context,
                new PredictRequest(
                        request.run(), Optional.of(request), maxConnections, OptionalDouble.empty(), collections));
    }
}
