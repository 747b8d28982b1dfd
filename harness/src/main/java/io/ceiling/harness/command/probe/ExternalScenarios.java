package io.ceiling.harness.command.probe;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.JvmSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Builds the scenarios of external servers from the settings that they report. Pure functions. */
final class ExternalScenarios {

    // The web application's own cap of a recursion, in levels.
    private static final int MAX_LEVELS = 100_000;

    // Descriptors that the load agent needs for itself.
    private static final int SPARE_DESCRIPTORS = 500;

    // Connections to one server if no limit of descriptors is known.
    private static final long MAX_OF_EACH = 1_000_000;

    private ExternalScenarios() {}

    /**
     * An external server before the probe.
     *
     * @param target the server, with what can be seen of it
     * @param reading reading of the idle server
     * @param collector collector of its JVM, as in {@link JvmSettings#garbageCollector}; empty if it is not seen
     */
    record IdleServer(Target target, ServerReading reading, String collector) {}

    /**
     * Returns the scenarios in the order in which they run: as requested, but workloads that may spoil later ones run
     * last.
     *
     * @param request request of the probe
     * @param servers the servers, at least one
     * @param ownDescriptors descriptors that a process of this host may open
     */
    static List<Scenario> of(ProbeRequest request, List<IdleServer> servers, Limit ownDescriptors) {
        int cap = request.load().maxConnections().orElse(cap(servers, ownDescriptors));
        return request.load().custom().isPresent()
                ? List.of(scenario(request, servers, Workloads.CUSTOM, cap))
                : request.load().workloads().stream()
                        .sorted(Comparator.comparingInt(ExternalScenarios::residueRank))
                        .map(workload -> scenario(request, servers, workload, cap))
                        .toList();
    }

    // Ranks workloads by what they leave behind: responses that are held may stay in a full server, and the next
    // workload would find it full.
    private static int residueRank(Workload workload) {
        if (!workload.isReleasable()) {
            return 0;
        }
        return workload.holdsThread() ? 2 : 1;
    }

    // Returns the connections that descriptors allow: the smaller limit of server and load agent. Each process of a
    // server has the whole limit. Of several servers the smallest limit counts for all, since each gets the same share.
    private static int cap(List<IdleServer> servers, Limit ownDescriptors) {
        long own = ownDescriptors.isNumber() ? Math.max(1, ownDescriptors.orElse(0) - SPARE_DESCRIPTORS) : MAX_OF_EACH;
        long ofEach = servers.stream()
                .flatMapToLong(server -> number(server.reading().maxDescriptors()).number().stream()
                        .map(limit -> limit * Math.max(1, server.target().processes())))
                .reduce(own, Math::min);
        return Math.toIntExact(ofEach * servers.size());
    }

    private static Scenario scenario(ProbeRequest request, List<IdleServer> servers, Workload workload, int cap) {
        int count = servers.size();
        // The harness itself has one connection to each server.
        int clients = request.load().maxConnections().isPresent() && workload.isControlled() ? cap - count : cap;
        boolean countsUnseen = servers.stream()
                .anyMatch(server -> !server.reading().recursionLevelsNow().isSeen());
        int most = workload.isRecursive()
                ? Math.min(clients, MAX_LEVELS)
                : workload.subscribes() && countsUnseen
                        ? Math.min(
                                clients,
                                count * request.run().ramp().publishing().identifiers())
                        : clients;
        Work work = new Work(
                workload,
                workload.subscribes() ? Optional.of(request.load().messaging()) : Optional.empty(),
                request.load().custom().map(custom -> new UserApplication(Optional.empty(), custom)));
        return new Scenario(
                common(servers, request.jdk()),
                work,
                most,
                1,
                servers.stream().map(IdleServer::target).toList());
    }

    static ServerSettings settings(IdleServer server, Jdk jdk) {
        Target.Software software = server.target().software();
        ServerReading reading = server.reading();
        Connector connector = software.connector().equals("bio") ? Connector.BIO : Connector.NIO;
        return ServerSettings.builder(software.container(), connector, ThreadKind.PLATFORM, jdk)
                .maxThreads(number(reading.maxThreads()))
                .maxConnections(number(reading.maxConnections()))
                .acceptCount(Limit.NOT_SEEN)
                .heapMaxBytes(number(reading.heapMaxBytes()))
                .directMemoryBytes(reading.directMaxBytes().number())
                .garbageCollector(server.collector())
                .nofile(number(reading.maxDescriptors()))
                .build();
    }

    // Returns the settings on which all servers agree; a setting that differs counts as not seen.
    private static ServerSettings common(List<IdleServer> servers, Jdk jdk) {
        List<ServerSettings> each =
                servers.stream().map(server -> settings(server, jdk)).toList();
        return ServerSettings.builder(
                        same(each, ServerSettings::container, ""),
                        same(each, ServerSettings::connector, Connector.NIO),
                        ThreadKind.PLATFORM,
                        jdk)
                .sizes(each.get(0).sizes())
                .maxThreads(same(each, one -> one.sizes().maxThreads(), Limit.NOT_SEEN))
                .maxConnections(same(each, one -> one.sizes().maxConnections(), Limit.NOT_SEEN))
                .heapMaxBytes(same(each, one -> one.jvm().heapMaxBytes(), Limit.NOT_SEEN))
                .directMemoryBytes(same(each, one -> one.jvm().directMemoryBytes(), OptionalLong.empty()))
                .garbageCollector(same(each, one -> one.jvm().garbageCollector(), ""))
                .nofile(same(each, ServerSettings::nofile, Limit.NOT_SEEN))
                .instances(servers.size())
                .build();
    }

    private static <T> T same(List<ServerSettings> each, Function<ServerSettings, T> what, T otherwise) {
        List<T> different = each.stream().map(what).distinct().toList();
        return different.size() == 1 ? different.get(0) : otherwise;
    }

    // Some servers report 0 for a limit that they do not know. A limit that is off counts as not seen, too: in a
    // scenario "unlimited" means that it was requested.
    private static Limit number(Limit reported) {
        return reported.orElse(0) < 1 ? Limit.NOT_SEEN : reported;
    }
}
