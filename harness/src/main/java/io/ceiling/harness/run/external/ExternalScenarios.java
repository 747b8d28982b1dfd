package io.ceiling.harness.run.external;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.ServerSettings;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.model.Work;
import io.ceiling.harness.model.Workload;
import io.ceiling.harness.workload.Workloads;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Builds the scenarios of an external server from the settings that it reports. A pure function. */
final class ExternalScenarios {

    /** The web application's own cap of a recursion, in levels. */
    private static final int MAX_LEVELS = 100_000;

    /** Descriptors that the load agent needs for itself. */
    private static final int SPARE_DESCRIPTORS = 500;

    private ExternalScenarios() {}

    /**
     * Returns the scenarios in the order in which they run: as requested, but those that may spoil later ones last.
     *
     * @param request request of the probe
     * @param target the server, with what can be seen of it
     * @param reading reading of the idle server
     * @param ownDescriptors descriptors that a process of this host may open
     */
    static List<Scenario> of(ProbeRequest request, Target target, ServerReading reading, Limit ownDescriptors) {
        int cap = request.load().maxConnections().orElse(cap(reading, ownDescriptors));
        return request.load().custom().isPresent()
                ? List.of(scenario(request, target, reading, Workloads.CUSTOM, cap))
                : request.load().workloads().stream()
                        .sorted(Comparator.comparingInt(ExternalScenarios::remains))
                        .map(workload -> scenario(request, target, reading, workload, cap))
                        .toList();
    }

    /**
     * Ranks workloads by what they leave behind: responses that are held may stay in a full server, and the next
     * workload would find it full.
     */
    private static int remains(Workload workload) {
        if (!workload.isReleasable()) {
            return 0;
        }
        return workload.holdsThread() ? 2 : 1;
    }

    /**
     * Returns the smaller of the server's descriptor limit and that of a load agent: more connections are not possible.
     */
    private static int cap(ServerReading reading, Limit ownDescriptors) {
        long own = ownDescriptors.isNumber() ? Math.max(1, ownDescriptors.orElse(0) - SPARE_DESCRIPTORS) : 1_000_000;
        OptionalLong ofServer = number(reading.maxDescriptors()).number();
        return (int) (ofServer.isPresent() ? Math.min(own, ofServer.getAsLong()) : own);
    }

    private static Scenario scenario(
            ProbeRequest request, Target target, ServerReading reading, Workload workload, int cap) {
        int clients = request.load().maxConnections().isPresent() && workload.isControlled() ? cap - 1 : cap;
        boolean countsUnseen = !reading.recursionLevelsNow().isSeen();
        int most = workload.isRecursive()
                ? Math.min(clients, MAX_LEVELS)
                : workload.subscribes() && countsUnseen
                        ? Math.min(clients, request.run().ramp().publishing().identifiers())
                        : clients;
        Connector connector = target.software().connector().equals("bio") ? Connector.BIO : Connector.NIO;
        ServerSettings server = ServerSettings.builder(
                        target.software().container(), connector, ThreadKind.PLATFORM, request.jdk())
                .maxThreads(number(reading.maxThreads()))
                .maxConnections(number(reading.maxConnections()))
                .acceptCount(Limit.NOT_SEEN)
                .heapMaxBytes(number(reading.heapMaxBytes()))
                .garbageCollector("")
                .nofile(number(reading.maxDescriptors()))
                .build();
        Work work = new Work(
                workload,
                workload.subscribes() ? Optional.of(request.load().messaging()) : Optional.empty(),
                request.load().custom().map(custom -> new OwnApplication(Optional.empty(), custom)));
        return new Scenario(server, work, most, 1, Optional.of(target));
    }

    /**
     * Returns a limit that a server reports as a number. Some servers report 0 for a limit that they do not know; one
     * that has no limit was not asked for that, which is what "unlimited" means in a scenario.
     */
    private static Limit number(Limit reported) {
        return reported.orElse(0) < 1 ? Limit.NOT_SEEN : reported;
    }
}
