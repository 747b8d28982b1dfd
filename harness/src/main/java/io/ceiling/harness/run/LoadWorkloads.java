package io.ceiling.harness.run;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.matrix.WarmUpSize;
import io.ceiling.harness.model.CustomRequest;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.model.Publishing;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.model.Workload;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.CustomPlan;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What the agents are told for each workload of the matrix. */
final class LoadWorkloads {

    /** Bodies of 1 to 4096 bytes, as in the experiment that the workload comes from (docs/workloads.md). */
    static final int MIN_BODY_BYTES = 1;

    static final int MAX_BODY_BYTES = 4096;

    /** Fixed, so that every run asks for the same sequence of lengths. */
    static final long SEED = 42;

    private LoadWorkloads() {}

    static LoadWorkload of(Workload workload) {
        return switch (workload) {
            case HOLD_BLOCKING -> LoadWorkload.HOLD_BLOCKING;
            case HOLD_ASYNC -> LoadWorkload.HOLD_ASYNC;
            case KEEP_ALIVE -> LoadWorkload.KEEP_ALIVE;
            case WEBSOCKET -> LoadWorkload.WEBSOCKET;
            case BROADCAST -> LoadWorkload.CHANNELS;
            case CUSTOM -> LoadWorkload.CUSTOM;
            case RECURSIVE, RECURSIVE_ASYNC ->
                throw new IllegalArgumentException("%s has no load agents".formatted(workload.label()));
        };
    }

    /** Whether a response is held, so that a container does not notice that its client has gone until it writes to it. */
    static boolean holdsResponse(Scenario scenario) {
        return scenario.application()
                .map(own -> own.request().kind() == CustomRequest.Kind.HOLD
                        || own.request().kind() == CustomRequest.Kind.SSE)
                .orElseGet(() -> of(scenario.workload()).isHeld());
    }

    /** Returns whether connections of that kind ask again once they are open. */
    static boolean talks(LoadWorkload workload) {
        return workload == LoadWorkload.KEEP_ALIVE || workload == LoadWorkload.WEBSOCKET;
    }

    /**
     * Returns what the agents do to warm that server: what they do in the ramp, without anything that is late, and without slow
     * clients.
     *
     * @param canHold whether held responses can be released again, see {@link WarmUpSize#canHold}
     */
    static LoadPlan warmUpPlan(Scenario scenario, RunningSettings running, RampSettings ramp, boolean canHold) {
        RampSettings patient = ramp.patient(HeldUse.PATIENCE).toBuilder()
                .publishing(ramp.publishing().withoutSlowClients())
                .build();
        return isReleasable(scenario) && !canHold
                ? plan(scenario, running, patient, LoadWorkload.KEEP_ALIVE)
                : plan(scenario, running, patient);
    }

    /** Returns whether its connections ask again once they are open. */
    static boolean talks(Scenario scenario) {
        return switch (scenario.workload()) {
            case KEEP_ALIVE, WEBSOCKET -> true;
            case CUSTOM ->
                scenario.application()
                        .map(OwnApplication::request)
                        .map(CustomRequest::asksAgain)
                        .orElse(false);
            case BROADCAST, RECURSIVE, RECURSIVE_ASYNC, HOLD_BLOCKING, HOLD_ASYNC -> false;
        };
    }

    /** Returns whether the web application ends the responses that it holds when it is told to. */
    static boolean isReleasable(Scenario scenario) {
        return scenario.workload() == Workload.HOLD_ASYNC || scenario.workload() == Workload.HOLD_BLOCKING;
    }

    /** Returns whether a server keeps what was opened after its client has gone, and nobody can have it end that. */
    static boolean outlivesItsClient(Scenario scenario) {
        boolean overResponse = scenario.messaging()
                .filter(messaging -> !messaging.isOverWebSocket())
                .isPresent();
        return overResponse || (holdsResponse(scenario) && !isReleasable(scenario));
    }

    /**
     * What the agents are to do with that server.
     *
     * @param running where it is, if it was started for this scenario
     */
    static LoadPlan plan(Scenario scenario, RunningSettings running, RampSettings ramp) {
        return plan(scenario, running, ramp, of(scenario.workload()));
    }

    private static LoadPlan plan(Scenario scenario, RunningSettings running, RampSettings ramp, LoadWorkload workload) {
        long slo = ramp.slo().toNanos();
        ServerAddress server =
                scenario.target().map(target -> address(target, running)).orElseGet(() -> address(running));
        LoadPlan plan =
                switch (workload) {
                    case CHANNELS ->
                        LoadPlan.channels(server, channels(scenario.messaging().orElseThrow(), ramp.publishing()));
                    case CUSTOM ->
                        LoadPlan.custom(
                                server,
                                custom(scenario.application().orElseThrow().request()));
                    case KEEP_ALIVE, WEBSOCKET, HOLD_BLOCKING, HOLD_ASYNC -> LoadPlan.of(server, workload);
                };
        return plan.withBodies(MIN_BODY_BYTES, MAX_BODY_BYTES)
                .withSeed(SEED)
                .withSourceAddresses(sourceAddresses(ramp, scenario.capConnections()))
                .withTimeouts(slo, slo);
    }

    /** Returns what the agents are to do with a server that was started on this host; the same in every run. */
    static LoadPlan plan(RunningSettings running, LoadWorkload workload) {
        return LoadPlan.of(address(running), workload)
                .withBodies(MIN_BODY_BYTES, MAX_BODY_BYTES)
                .withSeed(SEED);
    }

    /** Returns how many local addresses the agents use for so many connections. */
    static int sourceAddresses(RampSettings ramp, int connections) {
        return ramp.sourceAddresses().orElseGet(() -> SourceAddresses.of(connections));
    }

    /** Returns where a server is that was started on this host. */
    static ServerAddress address(RunningSettings running) {
        return ServerAddress.local(running.port(), running.contextPath());
    }

    private static ServerAddress address(Target target, RunningSettings running) {
        return new ServerAddress(target.endpoint().address(), running.port(), running.contextPath(), access(target));
    }

    private static ChannelPlan channels(Messaging messaging, Publishing publishing) {
        return new ChannelPlan(
                transport(messaging.transport()), publishing.identifiers(), 0, 1, publishing.slowEvery());
    }

    private static CustomPlan custom(CustomRequest request) {
        return new CustomPlan(
                CustomPlan.Kind.valueOf(request.kind().name()), request.path(), request.send(), request.expect());
    }

    private static Access access(Target target) {
        return new Access(
                target.endpoint().serverName(),
                target.endpoint().tls(),
                target.endpoint().unchecked(),
                target.endpoint().headers().stream()
                        .map(header -> header + "\r\n")
                        .collect(Collectors.joining()));
    }

    /** The transport that the scenario names. */
    static ChannelTransport transport(String label) {
        return Arrays.stream(ChannelTransport.values())
                .filter(transport -> transport.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no transport has the name '%s'".formatted(label)));
    }
}
