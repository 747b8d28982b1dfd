package io.ceiling.harness.fleet;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.load.AgentCall;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Several load agents that act as one: connections are spread evenly, counts are added, histograms are merged.
 *
 * <p>Each agent loads one server. Of several servers, agent i loads number i modulo their number, and each server has
 * the same number of agents; so what an agent counts is what its server did, and a server is as likely to run out of
 * descriptors as the agents that load it.
 *
 * <p>Not thread-safe. Calls block for a round trip or two, because all agents get a request before the first answer is
 * awaited. Calls throw {@link io.ceiling.load.link.LinkException} if an agent is gone or does not answer.
 */
public final class Fleet {

    private static final int MAX_SERVERS_AT_ONCE = 4;

    private final List<? extends AgentLink> agents;
    private final int servers;

    /** Creates the fleet of a single server. */
    public Fleet(List<? extends AgentLink> agents) {
        this(agents, 1);
    }

    private Fleet(List<? extends AgentLink> agents, int servers) {
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("a fleet must have >= 1 agent, had 0");
        }
        this.agents = List.copyOf(agents);
        this.servers = servers;
    }

    /**
     * Returns a fleet of the same agents that loads that number of servers. Every server gets the same number of
     * agents; the agents left over stay idle.
     *
     * @throws IllegalArgumentException if there are fewer agents than servers
     */
    public Fleet withServers(int count) {
        if (count < 1 || count > agents.size()) {
            throw new IllegalArgumentException(
                    "servers must be 1..%d, as many as agents, were %d".formatted(agents.size(), count));
        }
        return new Fleet(agents.subList(0, agents.size() / count * count), count);
    }

    /** Closes all connections, resets all counts and sets a new plan, the same for all agents. */
    public void prepare(LoadPlan plan) {
        prepare(Collections.nCopies(servers, plan));
    }

    /**
     * Closes all connections, resets all counts and sets new plans.
     *
     * @param plans plan of the agents of each server, in the order of the servers
     */
    public void prepare(List<LoadPlan> plans) {
        if (plans.size() != servers) {
            throw new IllegalArgumentException("plans must be %d, were %d".formatted(servers, plans.size()));
        }
        collectEach(i -> {
            LoadPlan plan = plans.get(i % servers);
            ChannelPlan channels = plan.channels();
            return new AgentCall.Prepare(
                    channels == null
                            ? plan
                            : plan.withChannels(part(channels, plan.server().host(), i)));
        });
    }

    // The clients of each server are numbered from the first on, since each server has channels of its own.
    private ChannelPlan part(ChannelPlan all, String server, int agent) {
        boolean byMembers = all.stamps().byMembers();
        return new ChannelPlan(
                all.transport(),
                all.identifiers(),
                all.firstClient() + agent / servers * all.clientStep(),
                all.clientStep() * (agents.size() / servers),
                all.slowEvery(),
                new ChannelPlan.Stamps(byMembers, agents.get(agent).aheadNanos(byMembers ? "" : server)),
                all.protocol());
    }

    /** Resets the delivery times; blocks until every agent has done so. */
    public void forgetDeliveries() {
        callAll(new AgentCall.ForgetDeliveries());
    }

    /** Resets the times of connects, first answers and exchanges; blocks until every agent has done so. */
    public void forgetTimes() {
        callAll(new AgentCall.ForgetTimes());
    }

    /** Makes the members of channels send bursts. Each agent sends its share, so that together they keep the pause. */
    public void publish(Bursts bursts) {
        collectEach(i -> new AgentCall.Publish(new Bursts(
                bursts.messages(),
                bursts.elementsBytes(),
                bursts.pauseNanos() * agents.size(),
                bursts.identifiers(),
                bursts.durationNanos(),
                bursts.seed() + i)));
    }

    /** Returns the delivery times since they were last reset, by agent; see {@link #deliveryTimes}. */
    public List<AgentHistograms> deliveries() {
        return callAll(new AgentCall.ReadHistograms());
    }

    /** Returns the delivery times of several phases or several agents together. */
    public static Latencies deliveryTimes(List<AgentHistograms> phases) {
        return LoadReadings.deliveryTimes(phases);
    }

    /**
     * Opens that many more connections at that rate in total, without waiting for their answers.
     *
     * @param perSecond connection starts per second
     */
    public void open(int connections, double perSecond) {
        int[] sizes = sizes();
        int[] targetSizes = Spread.filled(sizes, Math.toIntExact(Spread.sum(sizes) + connections));
        collectEach(i -> new AgentCall.Open(targetSizes[i] - sizes[i], perSecond / agents.size()));
    }

    /**
     * Opens the connections that are missing from the target. At most {@code window} connections to each server wait for
     * their first answer at once, at most {@code perSecond} are started per second in total, and an agent stops by
     * itself at the first failure that it sees.
     *
     * <p>If the window is smaller than the number of agents of a server, the agents take turns, and so do many
     * servers. All of them share the processors of few hosts, and a few busy servers wake up less often than many
     * (docs/scale.md).
     *
     * @return the number of connections after this turn; if it is below the target, call this method again for the next
     *     turn
     */
    public int openUpTo(int target, int window, double perSecond) {
        int[] sizes = sizes();
        int[] targetSizes = Spread.filled(sizes, target);
        int[] turn = IntStream.range(0, servers)
                .filter(server -> ofServer(server).anyMatch(i -> targetSizes[i] > sizes[i]))
                .limit(MAX_SERVERS_AT_ONCE)
                .flatMap(server ->
                        ofServer(server).filter(i -> targetSizes[i] > sizes[i]).limit(window))
                .toArray();
        int[] agentsPerServer = new int[servers];
        IntStream.of(turn).forEach(i -> agentsPerServer[i % servers]++);
        int[] startedPerServer = new int[servers];
        awaitAnswers(IntStream.of(turn)
                .mapToObj(i -> {
                    int sharing = agentsPerServer[i % servers];
                    int place = startedPerServer[i % servers]++;
                    return agents.get(i)
                            .send(new AgentCall.OpenInWindow(
                                    targetSizes[i] - sizes[i],
                                    window / sharing + (place < window % sharing ? 1 : 0),
                                    perSecond / turn.length));
                })
                .toList());
        return Math.toIntExact(Spread.sum(sizes)
                + IntStream.of(turn).map(i -> targetSizes[i] - sizes[i]).sum());
    }

    private IntStream ofServer(int server) {
        return IntStream.iterate(server, i -> i < agents.size(), i -> i + servers);
    }

    /** Stops an opening by {@link #openUpTo} that is not complete. */
    public void stopOpening() {
        callAll(new AgentCall.StopOpening());
    }

    /**
     * Sends one request over every served connection, at that rate in total.
     *
     * @param perSecond requests per second
     */
    public void exchange(double perSecond) {
        callAll(new AgentCall.Exchange(perSecond / agents.size()));
    }

    /**
     * Runs a closed loop without pauses on every served connection for that time, also on those that are first served
     * during it.
     */
    public void saturate(Duration time) {
        callAll(new AgentCall.Saturate(time.toNanos()));
    }

    /**
     * Makes every served connection send requests again and again at that pace; each agent draws idle times of its own.
     */
    public void converse(Pace pace) {
        collectEach(i -> new AgentCall.Converse(pace.withSeed(pace.seed() + i)));
    }

    /** Closes the newest connections until at most this many are left, and stops an opening by {@link #openUpTo}. */
    public void trim(int keep) {
        int[] sizes = sizes();
        int[] kept = Spread.trimmed(sizes, keep);
        // An agent that need not close connections gets the total as its bound: its size leaves out failed clients.
        collectEach(i -> new AgentCall.Trim(kept[i] < sizes[i] ? kept[i] : keep));
    }

    /** Returns the counts without response times; cheap enough to be polled. */
    public LoadReading counts() {
        return LoadReadings.merge(reports(), List.of(), servers, hosts());
    }

    /** Returns the counts and the merged histograms. */
    public LoadReading reading() {
        return readWithHistograms().reading();
    }

    /**
     * A reading with the histograms that it was made of.
     *
     * @param histograms encoded histograms of all agents by what they measure, for .hlog files
     */
    public record FleetReading(LoadReading reading, Map<String, List<String>> histograms) {}

    /** Returns the counts and the merged histograms, which are read once. */
    public FleetReading readWithHistograms() {
        List<AgentHistograms> histograms = callAll(new AgentCall.ReadHistograms());
        return new FleetReading(LoadReadings.merge(reports(), histograms, servers, hosts()), byTag(histograms));
    }

    /** Returns the encoded histograms of all agents by what they measure, for .hlog files. */
    public Map<String, List<String>> histograms() {
        return byTag(callAll(new AgentCall.ReadHistograms()));
    }

    private static Map<String, List<String>> byTag(List<AgentHistograms> all) {
        Map<String, List<String>> byTag = new HashMap<>(Map.of(
                "connect", collectEach(all, AgentHistograms::connect),
                "first-answer", collectEach(all, AgentHistograms::firstAnswer),
                "response", collectEach(all, AgentHistograms::response),
                "service", collectEach(all, AgentHistograms::service),
                "delivery", collectEach(all, AgentHistograms::delivery),
                "delivery-service", collectEach(all, AgentHistograms::deliveryService)));
        for (AgentHistograms agent : all) {
            for (int i = 0; i < agent.requests().size(); i++) {
                byTag.computeIfAbsent(IntervalHistograms.ofRequest(i), tag -> new ArrayList<>())
                        .add(agent.requests().get(i));
            }
        }
        return byTag;
    }

    private static List<String> collectEach(List<AgentHistograms> all, Function<AgentHistograms, String> which) {
        return all.stream().map(which).toList();
    }

    public int size() {
        return agents.size();
    }

    public int servers() {
        return servers;
    }

    private List<String> hosts() {
        return agents.stream().map(AgentLink::host).toList();
    }

    private List<AgentReport> reports() {
        return callAll(new AgentCall.Report());
    }

    // Returns the number of connections of each agent, including those without an answer.
    private int[] sizes() {
        return reports().stream()
                .map(AgentReport::connections)
                .mapToInt(connections -> Math.toIntExact(connections.alive() + connections.pending()))
                .toArray();
    }

    private <A> List<A> callAll(AgentCall<A> call) {
        return collectEach(i -> call);
    }

    private <A> List<A> collectEach(IntFunction<AgentCall<A>> calls) {
        return awaitAnswers(IntStream.range(0, agents.size())
                .mapToObj(i -> agents.get(i).send(calls.apply(i)))
                .toList());
    }

    // Awaits the answers of all agents. The requests are already sent.
    private static <A> List<A> awaitAnswers(List<AgentLink.PendingAnswer<A>> pendingAnswers) {
        return pendingAnswers.stream().map(AgentLink.PendingAnswer::await).toList();
    }
}
