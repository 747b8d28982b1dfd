package io.ceiling.harness.engine.ramp;

import io.ceiling.container.Deflate;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.TlsReadback;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Work;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.Compression;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes the plans of the load agents from a scenario and the address of its server. Pure functions. */
public final class AgentPlans {

    /**
     * Bounds of a body's length in bytes: 1 to 4096, as in the experiment that the workload comes from
     * (docs/workloads.md).
     */
    static final int MIN_BODY_BYTES = 1;

    static final int MAX_BODY_BYTES = 4096;

    /** Seed of all draws; fixed, so that every run requests the same sequence of lengths. */
    public static final long SEED = 42;

    private AgentPlans() {}

    public static List<LoadPlan> plans(Scenario scenario, ServerSession session, RampSettings ramp) {
        return plans(scenario, scenario.work(), session, ramp);
    }

    /**
     * Returns the plans of the agents for the warm-up of each server: without slow clients, and with an SLO of at least
     * {@link HeldWarmUp#PATIENCE}, so that no answer is late.
     *
     * @param work work of the warm-up
     */
    static List<LoadPlan> warmUpPlans(Scenario scenario, Work work, ServerSession session, RampSettings ramp) {
        RampSettings patient = ramp.withMinSlo(HeldWarmUp.PATIENCE).toBuilder()
                .publishing(ramp.publishing().withoutSlowClients())
                .build();
        return plans(scenario, work, session, patient);
    }

    private static List<LoadPlan> plans(Scenario scenario, Work work, ServerSession session, RampSettings ramp) {
        List<ServerSession.ReadyServer> started = session.all();
        return IntStream.range(0, started.size())
                .mapToObj(i ->
                        plan(scenario, work, address(scenario, i, started.get(i).server()), ramp))
                .toList();
    }

    private static ServerAddress address(Scenario scenario, int index, StartedServer started) {
        return scenario.isExternal() ? address(scenario.targets().get(index), started.running()) : address(started);
    }

    private static LoadPlan plan(Scenario scenario, Work work, ServerAddress server, RampSettings ramp) {
        long slo = ramp.slo().toNanos();
        return inProtocol(scenario, settled(work.workload().plan(server, work, ramp.publishing())))
                .withSourceAddresses(sourceAddresses(ramp, scenario.capPerServer()))
                .withTimeouts(slo, slo);
    }

    private static LoadPlan inProtocol(Scenario scenario, LoadPlan plan) {
        ChannelPlan channels = plan.channels();
        return channels == null
                ? plan
                : Containers.find(scenario.container())
                        .map(kind -> plan.withChannels(
                                channels.in(kind.channelProtocol().protocol())))
                        .orElse(plan);
    }

    /**
     * Returns the plans of the agents for servers that the harness started, one for each, for commands without a ramp.
     */
    public static List<LoadPlan> plans(Work work, ServerSession session) {
        return session.all().stream()
                .map(started -> settled(work.workload().plan(address(started.server()), work, Publishing.DEFAULT)))
                .toList();
    }

    private static LoadPlan settled(LoadPlan plan) {
        return plan.withBodies(MIN_BODY_BYTES, MAX_BODY_BYTES).withSeed(SEED);
    }

    /** Returns the number of local addresses that the agents use for that number of connections to one server. */
    public static int sourceAddresses(RampSettings ramp, int connections) {
        return ramp.sourceAddresses().orElseGet(() -> SourceAddresses.of(connections));
    }

    public static ServerAddress address(StartedServer started) {
        RunningSettings running = started.running();
        String host = started.place().address();
        TlsReadback tls = running.sizes().tls();
        Deflate deflate = running.sizes().deflate();
        return new ServerAddress(
                host,
                running.port(),
                running.contextPath(),
                tls.isOn() || deflate.isOn()
                        ? new Access(host, tls.isOn(), false, "", tls.certificate(), compression(deflate))
                        : null);
    }

    private static Compression compression(Deflate accepted) {
        return switch (accepted) {
            case OFF -> Compression.NONE;
            case TAKEOVER -> Compression.TAKEOVER;
            case NO_TAKEOVER -> Compression.NO_TAKEOVER;
        };
    }

    private static ServerAddress address(Target target, RunningSettings running) {
        return new ServerAddress(target.endpoint().address(), running.port(), running.contextPath(), access(target));
    }

    private static Access access(Target target) {
        return new Access(
                target.endpoint().serverName(),
                target.endpoint().tls(),
                target.endpoint().trustsAnyCertificate(),
                target.endpoint().headers().stream()
                        .map(header -> header + "\r\n")
                        .collect(Collectors.joining()));
    }
}
