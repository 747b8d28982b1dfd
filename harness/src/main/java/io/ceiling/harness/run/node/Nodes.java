package io.ceiling.harness.run.node;

import io.ceiling.container.Limit;
import io.ceiling.harness.cluster.ClusterException;
import io.ceiling.harness.cluster.ClusterKey;
import io.ceiling.harness.cluster.Founder;
import io.ceiling.harness.cluster.Identity;
import io.ceiling.harness.cluster.LostNode;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.fleet.RunningAgents;
import io.ceiling.harness.fleet.WantedAgents;
import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.LoadHost;
import io.ceiling.harness.run.session.ForkedServers;
import io.ceiling.harness.run.session.ForkedSession;
import io.ceiling.harness.run.session.HostFacts;
import io.ceiling.harness.run.session.HostWatch;
import io.ceiling.harness.run.session.Hosts;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.server.Place;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The hosts of a run with nodes: agents and servers run where the request says. Thread-safe. */
public final class Nodes implements Hosts, AutoCloseable {

    /** Name of the host of the harness among those of a run. */
    static final String HARNESS = "harness";

    /** Readings of a host are not fetched more often. */
    private static final long FRESH_NANOS = Duration.ofMillis(50).toNanos();

    private final HostFacts here;
    private final HostsRequest request;
    private final Founder founder;
    private final List<RemoteNode> agents = new ArrayList<>();
    private final List<RemoteNode> servers = new ArrayList<>();
    private final Map<String, Read> read = new HashMap<>();
    private Clocks clocks = new Clocks(List.of());

    private Nodes(HostFacts here, HostsRequest request, Founder founder) {
        this.here = here;
        this.request = request;
        this.founder = founder;
    }

    /** The state of a host and when it was read. */
    private record Read(LoadHost.State state, long nanos) {}

    /**
     * Lets the nodes of a request join, and blocks until all are there.
     *
     * @param here facts about this host
     * @param home root folder of the project, whose build the nodes must have as well
     * @param out output for the commands that start the nodes
     * @throws ClusterException if a node is missing when its time is over; the message is one line
     */
    public static Nodes join(HostFacts here, HostsRequest request, Path home, PrintStream out) {
        ClusterKey key = Files.exists(request.keyFile())
                ? ClusterKey.read(request.keyFile())
                : ClusterKey.create(request.keyFile());
        Nodes nodes = new Nodes(
                here,
                request,
                Founder.found(request.address(), request.port(), key, new Identity(HARNESS, BuildVersion.of(home))));
        boolean complete = false;
        try {
            nodes.await(out);
            complete = true;
            return nodes;
        } finally {
            if (!complete) {
                nodes.close();
            }
        }
    }

    private void await(PrintStream out) {
        List<String> names =
                request.nodes().stream().map(HostsRequest.Wanted::name).toList();
        out.println("waiting %d s for nodes, each with a copy of %s, those for servers with --servers:"
                .formatted(request.patience().toSeconds(), request.keyFile()));
        boolean serversElsewhere = request.nodes().stream().anyMatch(HostsRequest.Wanted::serves);
        for (HostsRequest.Wanted wanted : request.nodes()) {
            out.println("  ./ceiling node --join %s:%d --key %s --name %s%s"
                    .formatted(
                            request.address(),
                            founder.port(),
                            request.keyFile().getFileName(),
                            wanted.name(),
                            wanted.serves() ? " --servers" : serversElsewhere ? " --targets NETWORK-OF-SERVERS" : ""));
        }
        Map<String, RemoteNode> joined = founder.awaitNodes(names, request.patience()).stream()
                .map(RemoteNode::of)
                .collect(Collectors.toMap(RemoteNode::name, node -> node));
        clocks = new Clocks(List.copyOf(joined.values()));
        for (HostsRequest.Wanted wanted : request.nodes()) {
            RemoteNode node = Objects.requireNonNull(joined.get(wanted.name()));
            boolean takesServers = node.facts().takesServers();
            if (wanted.serves() && !takesServers) {
                throw new ClusterException(
                        "node %s takes no servers. Hint: start it with --servers".formatted(node.name()));
            }
            boolean serves =
                    wanted.role().map(role -> role == HostsRequest.Role.SERVERS).orElse(takesServers);
            (serves ? servers : agents).add(node);
            RemoteNode.ClockOffset clock = clocks.of(node);
            out.println("%s: %s, %d processors, %s, clock %+.3f ms (error %.3f ms)"
                    .formatted(
                            node,
                            serves
                                    ? "servers"
                                    : "load agents with at most %d connections to %s"
                                            .formatted(
                                                    node.facts().allowed().mostConnections(),
                                                    node.facts().allowed().targets()),
                            node.facts().environment().machine().cpuCount(),
                            node.facts().address(),
                            clock.aheadNanos() / 1e6,
                            clock.errorNanos() / 1e6));
        }
    }

    /** Returns the environment of each node's host, by the name of the node. */
    public Map<String, Environment> environments() {
        return Stream.concat(agents.stream(), servers.stream())
                .collect(Collectors.toMap(RemoteNode::name, node -> node.facts().environment()));
    }

    /** Returns the networks of everybody who may talk to a server of this run. */
    private String allowed() {
        return Stream.concat(
                        Stream.of("loopback", request.address()),
                        Stream.concat(agents.stream(), servers.stream())
                                .flatMap(node -> Stream.of(
                                        node.facts().address(),
                                        node.facts().allowed().sources())))
                .filter(address -> !address.isEmpty())
                .distinct()
                .collect(Collectors.joining(","));
    }

    @Override
    public ServerSession start(ForkedServers by, int instance, int number, Place place) throws InterruptedException {
        if (servers.isEmpty()) {
            return ForkedSession.start(by, number, place.on(request.address(), allowed()));
        }
        RemoteNode node = servers.get(instance % servers.size());
        Place there = place.on(node.facts().address(), allowed());
        return RemoteSession.start(node, this::isThere, by, number, there, watch(List.of(node)));
    }

    @Override
    public Optional<HostWatch> watch(int instances) {
        return Optional.of(watch(
                servers.isEmpty()
                        ? List.of()
                        : IntStream.range(0, instances)
                                .mapToObj(i -> servers.get(i % servers.size()))
                                .toList()));
    }

    /** @param ofServers node of each server; empty if the servers run on this host */
    private HostWatch watch(List<RemoteNode> ofServers) {
        List<RemoteNode> distinct = ofServers.stream().distinct().toList();
        return new HostWatch() {

            @Override
            public HostReading servers() {
                return distinct.stream()
                        .map(node -> state(node).reading())
                        .reduce(HostReading::plus)
                        .orElseGet(() -> here.host().reading());
            }

            @Override
            public List<HostReading> ofInstances() {
                return distinct.size() < 2
                        ? List.of()
                        : ofServers.stream().map(node -> state(node).reading()).toList();
            }

            @Override
            public Map<String, LoadHost.State> load() {
                return agents.isEmpty()
                        ? Map.of(HARNESS, stateHere())
                        : agents.stream().collect(Collectors.toMap(RemoteNode::name, Nodes.this::state));
            }
        };
    }

    private LoadHost.State stateHere() {
        return new LoadHost.State(
                here.cpuCount(),
                here.limits().memoryFloorBytes(),
                here.host().reading().of(HARNESS));
    }

    /** Returns the state of a host, at most 50 ms old; not seen if its node is lost. */
    private synchronized LoadHost.State state(RemoteNode node) {
        Read last = read.get(node.name());
        if (last != null && System.nanoTime() - last.nanos() < FRESH_NANOS) {
            return last.state();
        }
        LoadHost.State state;
        try {
            LoadHost.State told = node.ask(new NodeCall.ReadState());
            state = new LoadHost.State(
                    told.processors(), told.memoryFloorBytes(), told.reading().of(node.name()));
        } catch (ClusterException e) {
            state = LoadHost.State.NOT_SEEN;
        }
        read.put(node.name(), new Read(state, System.nanoTime()));
        return state;
    }

    /** @throws ScenarioNotRunException if a node is lost: without it the scenario is not the one that was asked for */
    @Override
    public RunningAgents agents(Path home, WantedAgents wanted, Jdk jdk, Path log) {
        requireAll();
        return agents.isEmpty()
                ? new AgentsHere(LocalAgents.start(home, wanted, jdk, log), clocks)
                : NodeAgents.fork(agents, this::isThere, clocks, wanted);
    }

    private void requireAll() {
        Stream.concat(agents.stream(), servers.stream())
                .filter(node -> !isThere(node))
                .findFirst()
                .ifPresent(node -> {
                    throw new ScenarioNotRunException(founder.lost().stream()
                            .filter(lost -> lost.name().equals(node.name()))
                            .reduce((earlier, later) -> later)
                            .map(Nodes::words)
                            .orElse(node + " is lost"));
                });
    }

    private static String words(LostNode lost) {
        return "node %s is lost: %s".formatted(lost.name(), lost.reason());
    }

    private boolean isThere(RemoteNode node) {
        return founder.nodes().stream().anyMatch(node::isReachedBy);
    }

    @Override
    public int ofAgents() {
        return Math.max(1, agents.size());
    }

    @Override
    public Limit descriptorsOfAnAgent(Limit limitHere) {
        return agents.stream()
                .map(node -> node.facts().environment().limits().nofileHard())
                .min((one, other) -> Long.compare(one.orElse(Long.MAX_VALUE), other.orElse(Long.MAX_VALUE)))
                .orElse(limitHere);
    }

    @Override
    public Optional<String> shortOfMemory() {
        return Stream.concat(servers.stream(), agents.stream())
                .distinct()
                .flatMap(node -> shortOfMemory(node).stream())
                .findFirst();
    }

    private Optional<String> shortOfMemory(RemoteNode node) {
        LoadHost.State state = state(node);
        return state.aboveFloorBytes().isSeen() && !state.aboveFloorBytes().isAtLeast(0)
                ? Optional.of("stopped with %d MiB of memory left on host %s, floor %d MiB"
                        .formatted(
                                state.reading().memoryAvailableBytes().orElse(0) >> 20,
                                node.name(),
                                state.memoryFloorBytes() >> 20))
                : Optional.empty();
    }

    /** Ends the run for all nodes, which end their servers and agents. */
    @Override
    public void close() {
        founder.close();
    }
}
