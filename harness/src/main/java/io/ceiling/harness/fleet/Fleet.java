package io.ceiling.harness.fleet;

import io.ceiling.harness.model.Latencies;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.load.AgentCall;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Several load agents that act as one, wherever they are: connections are spread evenly, counts are added, histograms are
 * merged.
 *
 * <p>Not thread-safe. Calls block for a round trip or two: all agents are asked before the first answer is awaited.
 */
public final class Fleet {

    private final List<? extends AgentLink> agents;

    public Fleet(List<? extends AgentLink> agents) {
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("a fleet must have >= 1 agent, had 0");
        }
        this.agents = List.copyOf(agents);
    }

    /** Closes all connections, forgets all counts, takes a new plan. */
    public void prepare(LoadPlan plan) {
        ChannelPlan channels = plan.channels();
        each(i -> new AgentCall.Prepare(channels == null ? plan : plan.withChannels(part(channels, i))));
    }

    /** Every agent has the client numbers of its own share, as connections are spread. */
    private ChannelPlan part(ChannelPlan all, int agent) {
        return new ChannelPlan(
                all.transport(),
                all.identifiers(),
                all.firstClient() + agent * all.clientStep(),
                all.clientStep() * agents.size(),
                all.slowEvery());
    }

    /** Begins to measure anew how long messages take; blocks until every agent has done so. */
    public void forgetDeliveries() {
        all(new AgentCall.ForgetDeliveries());
    }

    /** Forgets how long connecting, first answers and exchanges took; blocks until every agent has done so. */
    public void forgetTimes() {
        all(new AgentCall.ForgetTimes());
    }

    /** Has the members of channels publish those bursts; each agent its share, so that together they keep the pause. */
    public void publish(Bursts bursts) {
        each(i -> new AgentCall.Publish(new Bursts(
                bursts.messages(),
                bursts.elementsBytes(),
                bursts.pauseNanos() * agents.size(),
                bursts.identifiers(),
                bursts.durationNanos(),
                bursts.seed() + i)));
    }

    /** When messages were delivered since it was last forgotten, by agent; see {@link #deliveryTimes}. */
    public List<AgentHistograms> deliveries() {
        return all(new AgentCall.ReadHistograms());
    }

    /** Returns how long messages took in several phases or at several agents together. */
    public static Latencies deliveryTimes(List<AgentHistograms> phases) {
        return LoadReadings.deliveryTimes(phases);
    }

    /** Opens that many more connections at that rate in total, however long their answers take. */
    public void open(int connections, double perSecond) {
        int[] sizes = sizes();
        int[] wanted = Spread.filled(sizes, Math.toIntExact(Spread.sum(sizes) + connections));
        each(i -> new AgentCall.Open(wanted[i] - sizes[i], perSecond / agents.size()));
    }

    /**
     * Has agents open what is lacking of the target: no more connections than the window wait for their first answer at once, no
     * more than the rate are started in a second, and an agent stops by itself at the first failure that it sees.
     *
     * <p>Where the window has fewer places than there are agents, these take turns.
     *
     * @return how many connections there are when this turn is over; if it is fewer than the target, the next turn begins with
     *     another call
     */
    public int raise(int target, int window, double perSecond) {
        int[] sizes = sizes();
        int[] wanted = Spread.filled(sizes, target);
        int[] turn = IntStream.range(0, sizes.length)
                .filter(i -> wanted[i] > sizes[i])
                .limit(window)
                .toArray();
        answers(IntStream.range(0, turn.length)
                .mapToObj(i -> agents.get(turn[i])
                        .send(new AgentCall.OpenInWindow(
                                wanted[turn[i]] - sizes[turn[i]],
                                window / turn.length + (i < window % turn.length ? 1 : 0),
                                perSecond / turn.length)))
                .toList());
        return Math.toIntExact(Spread.sum(sizes)
                + IntStream.of(turn).map(i -> wanted[i] - sizes[i]).sum());
    }

    /** Gives up what is left of {@link #raise}. */
    public void stopOpening() {
        all(new AgentCall.StopOpening());
    }

    /** One request and answer on every served connection, at that rate in total. */
    public void exchange(double perSecond) {
        all(new AgentCall.Exchange(perSecond / agents.size()));
    }

    /** Every served connection sends its next request as soon as the last is answered, for that long. */
    public void saturate(Duration time) {
        all(new AgentCall.Saturate(time.toNanos()));
    }

    /** Every served connection asks again and again at that pace; each agent draws idle times of its own. */
    public void converse(Pace pace) {
        each(i -> new AgentCall.Converse(
                new Pace(pace.minIdleNanos(), pace.maxIdleNanos(), pace.durationNanos(), pace.seed() + i)));
    }

    /** Closes the newest connections until at most this many are left, and gives up what is left of {@link #raise}. */
    public void trim(int keep) {
        int[] sizes = sizes();
        int[] kept = Spread.trimmed(sizes, keep);
        // An agent that loses none is not held to its size, which leaves out numbers of clients that have failed.
        each(i -> new AgentCall.Trim(kept[i] < sizes[i] ? kept[i] : keep));
    }

    /** Counts only: cheap enough to be polled. */
    public LoadReading counts() {
        return LoadReadings.merge(reports(), List.of());
    }

    /** Counts and merged histograms. */
    public LoadReading reading() {
        List<AgentHistograms> histograms = all(new AgentCall.ReadHistograms());
        return LoadReadings.merge(reports(), histograms);
    }

    /** The histograms of all agents as they send them, by what they measure; for .hlog files. */
    public Map<String, List<String>> histograms() {
        List<AgentHistograms> all = all(new AgentCall.ReadHistograms());
        return Map.of(
                "connect", each(all, AgentHistograms::connect),
                "first-answer", each(all, AgentHistograms::firstAnswer),
                "response", each(all, AgentHistograms::response),
                "service", each(all, AgentHistograms::service),
                "delivery", each(all, AgentHistograms::delivery),
                "delivery-service", each(all, AgentHistograms::deliveryService));
    }

    private static List<String> each(List<AgentHistograms> all, Function<AgentHistograms, String> which) {
        return all.stream().map(which).toList();
    }

    public int size() {
        return agents.size();
    }

    private List<AgentReport> reports() {
        return all(new AgentCall.Report());
    }

    /** Returns how many connections each agent has, the ones without an answer included. */
    private int[] sizes() {
        return reports().stream()
                .map(AgentReport::connections)
                .mapToInt(connections -> Math.toIntExact(connections.alive() + connections.pending()))
                .toArray();
    }

    private <A extends Serializable> List<A> all(AgentCall<A> call) {
        return each(i -> call);
    }

    private <A extends Serializable> List<A> each(IntFunction<AgentCall<A>> calls) {
        return answers(IntStream.range(0, agents.size())
                .mapToObj(i -> agents.get(i).send(calls.apply(i)))
                .toList());
    }

    /** Awaits what all of them were asked before. */
    private static <A> List<A> answers(List<AgentLink.Answer<A>> asked) {
        return asked.stream().map(AgentLink.Answer::await).toList();
    }
}
