package io.ceiling.hosts;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.Limit;
import io.ceiling.harness.engine.session.ForkedServers;
import io.ceiling.harness.engine.session.ForkedSession;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.HostWatch;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.fleet.RunningAgents;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.run.OtherHosts;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.hosts.pipe.NodeException;
import io.ceiling.hosts.pipe.NodePipe;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The hosts of a run with nodes: agents and servers run where the request says. Thread-safe. */
final class Nodes implements OtherHosts.OpenHosts {

    /** Name of the host of the harness among those of a run. */
    static final String HARNESS = "harness";

    // Shortest time between two fetches of the readings of a host.
    private static final long FRESH_NANOS = Duration.ofMillis(50).toNanos();

    // Time limit of a node's start: the host may be reached over several others, and its JVM starts there.
    private static final Duration PATIENCE_TO_START = Duration.ofSeconds(60);

    // Any port: nothing is sent to it.
    private static final int ANY_PORT = 9;

    private final HostFacts harnessHost;
    private final List<NodePipe> pipes;
    private final List<RemoteNode> agents = new ArrayList<>();
    private final List<RemoteNode> servers = new ArrayList<>();
    private final Map<String, TimedState> lastStates = new HashMap<>();
    private Clocks clocks = new Clocks(List.of());

    private Nodes(HostFacts harnessHost, List<NodePipe> pipes) {
        this.harnessHost = harnessHost;
        this.pipes = pipes;
    }

    // The state of a host and when it was read.
    private record TimedState(LoadHost.State state, long nanos) {}

    /**
     * Starts the nodes of a request, and blocks until all have answered.
     *
     * @param harnessHost facts about this host
     * @param home root folder of the project, whose build the nodes must have as well
     * @param out output for a line about each node
     * @throws NodeException if a node does not answer, or cannot do its part; the message is one line
     */
    static Nodes open(HostFacts harnessHost, HostsRequest request, Path home, PrintStream out) {
        List<NodePipe> pipes = new ArrayList<>();
        Nodes nodes = new Nodes(harnessHost, pipes);
        boolean complete = false;
        try {
            String build = BuildVersion.of(home);
            for (HostsRequest.Node node : request.nodes()) {
                pipes.add(NodePipe.start(node.name(), node.command(), build));
            }
            nodes.await(request, out);
            complete = true;
            return nodes;
        } finally {
            if (!complete) {
                nodes.close();
            }
        }
    }

    private void await(HostsRequest request, PrintStream out) {
        List<RemoteNode> all = pipes.stream()
                .map(pipe -> RemoteNode.of(pipe, PATIENCE_TO_START))
                .toList();
        clocks = new Clocks(all);
        HostIdentity own = HostIdentity.ofThisHost();
        for (RemoteNode node : all) {
            NodeFacts facts = node.facts();
            if (!request.loadOnly() && !facts.host().reaches(facts.address(), own)) {
                throw new NodeException(
                        "%s: its address is %s, which no other host reaches. Hint: add --address=ADDRESS to its command, an IPv4 address of its host"
                                .formatted(node, facts.address()));
            }
            boolean serves = facts.takesServers() && !request.loadOnly();
            (serves ? servers : agents).add(node);
            out.println(line(node, serves));
        }
    }

    private String line(RemoteNode node, boolean serves) {
        NodeFacts facts = node.facts();
        RemoteNode.ClockOffset clock = clocks.of(node);
        return "%s: %s, host %s, %d processors, %d MiB, JDK %s, %s, clock %+.3f ms (error %.3f ms)"
                .formatted(
                        node,
                        serves
                                ? "servers"
                                : "load agents with at most %d connections to %s"
                                        .formatted(
                                                facts.allowed().mostConnections(),
                                                facts.allowed().targets()),
                        facts.host().name(),
                        facts.environment().machine().cpuCount(),
                        facts.environment().machine().memoryTotalBytes() >> 20,
                        facts.environment().jdks().stream()
                                .map(jdk -> Integer.toString(jdk.feature()))
                                .distinct()
                                .collect(Collectors.joining(" ")),
                        facts.address(),
                        clock.aheadNanos() / 1e6,
                        clock.errorNanos() / 1e6);
    }

    /** Writes the standard error of each node to a file of that folder from now on. */
    @Override
    public void logTo(Path folder) {
        pipes.forEach(pipe -> pipe.logTo(folder.resolve("node-%s.log".formatted(pipe.name()))));
    }

    // Returns the address from which this host reaches the node, loopback if it does not reach it. Sends nothing.
    private static String addressTo(RemoteNode node) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(node.facts().address(), ANY_PORT));
            String own = socket.getLocalAddress().getHostAddress();
            return own.equals("0.0.0.0") ? ContainerSettings.LOOPBACK : own;
        } catch (SocketException | UncheckedIOException e) {
            // Then no connection comes from this host.
            return ContainerSettings.LOOPBACK;
        }
    }

    private Stream<RemoteNode> all() {
        return Stream.concat(agents.stream(), servers.stream());
    }

    @Override
    public Map<String, Environment> environments() {
        return all().collect(
                        Collectors.toMap(RemoteNode::name, node -> node.facts().environment()));
    }

    private String allowedClients() {
        return Stream.concat(
                        Stream.of("loopback"),
                        all().flatMap(node -> Stream.of(
                                addressTo(node),
                                node.facts().address(),
                                node.facts().allowed().sources())))
                .filter(address -> !address.isEmpty())
                .distinct()
                .collect(Collectors.joining(","));
    }

    @Override
    public ServerSession start(ForkedServers forkedServers, int instance, int number, ServerPlace place)
            throws InterruptedException {
        if (servers.isEmpty()) {
            return ForkedSession.start(
                    forkedServers, number, place.withAddress(addressTo(agents.get(0)), allowedClients()));
        }
        RemoteNode node = servers.get(instance % servers.size());
        ServerPlace remotePlace = place.withAddress(node.facts().address(), allowedClients());
        return RemoteSession.start(node, forkedServers, number, remotePlace, watch(List.of(node)));
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

    private HostWatch watch(List<RemoteNode> ofServers) {
        List<RemoteNode> distinct = ofServers.stream().distinct().toList();
        return new HostWatch() {

            @Override
            public HostReading servers() {
                return distinct.stream()
                        .map(node -> state(node).reading())
                        .reduce(HostReading::plus)
                        .orElseGet(() -> harnessHost.host().reading());
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
                harnessHost.cpuCount(),
                harnessHost.limits().memoryFloorBytes(),
                harnessHost.host().reading().withHost(HARNESS));
    }

    // Returns the state of a host, at most 50 ms old; not seen if its node is lost.
    private synchronized LoadHost.State state(RemoteNode node) {
        TimedState last = lastStates.get(node.name());
        if (last != null && System.nanoTime() - last.nanos() < FRESH_NANOS) {
            return last.state();
        }
        LoadHost.State state;
        try {
            LoadHost.State reported = node.ask(new NodeCall.ReadState());
            state = new LoadHost.State(
                    reported.processors(),
                    reported.memoryFloorBytes(),
                    reported.reading().withHost(node.name()));
        } catch (NodeException e) {
            state = LoadHost.State.NOT_SEEN;
        }
        lastStates.put(node.name(), new TimedState(state, System.nanoTime()));
        return state;
    }

    /** @throws ScenarioNotRunException if a node is lost: without it the scenario is not the requested one */
    @Override
    public RunningAgents agents(Path home, AgentSizing wanted, Jdk jdk, Path log) {
        requireAll();
        return agents.isEmpty()
                ? new AgentsHere(LocalAgents.start(home, wanted, jdk, log), clocks)
                : NodeAgents.fork(agents, clocks, wanted);
    }

    private void requireAll() {
        all().flatMap(node -> node.lossReason().stream()).findFirst().ifPresent(lost -> {
            throw new ScenarioNotRunException(lost);
        });
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
        return all().flatMap(node -> shortOfMemory(node).stream()).findFirst();
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

    /** Ends the run for all nodes, which end their servers and agents. Blocks until they have. */
    @Override
    public void close() {
        pipes.forEach(NodePipe::end);
        pipes.forEach(NodePipe::close);
    }

    // The load agents on the host of the harness, of a run whose servers are on other hosts.
    private static final class AgentsHere implements RunningAgents {

        private final LocalAgents agents;
        private final Fleet fleet;

        AgentsHere(LocalAgents agents, Clocks clocks) {
            this.agents = agents;
            this.fleet =
                    new Fleet(agents.links().stream().map(clocks::withClocks).toList());
        }

        @Override
        public Fleet fleet() {
            return fleet;
        }

        @Override
        public List<String> command() {
            return agents.command();
        }

        @Override
        public boolean complete() {
            return agents.complete();
        }

        @Override
        public void close() {
            agents.close();
        }
    }
}
