package io.ceiling.load;

import io.ceiling.load.channels.BurstSchedule;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelWork;
import io.ceiling.load.loop.Assignment;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Opening;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.loop.Schedule;
import io.ceiling.load.loop.Timings;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Counts;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.workload.LoadPlan;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of an agent on its event loops; counts and histograms are merged when they are read.
 *
 * <p>A command waits at most 30 s for an event loop and then throws an {@link IllegalStateException}.
 */
public final class LoadAgent implements AgentCommands, AutoCloseable {

    // Rate for starts that need no pacing, per second; the event loops start them as fast as they can.
    private static final double UNPACED = 1e9;

    private final Transport transport;
    private final MultiThreadIoEventLoopGroup group;
    private final int loopCount;
    // Runs for every workload: times count from intended starts and sends, so a pause of this process would look like a
    // slow server.
    private final PauseDetector pauses;
    // Reused for each sum of histograms: a new one for each reading would be most of an agent's garbage.
    private final AtomicReference<@Nullable Timings> spareTimings = new AtomicReference<>();

    private final LoopClock.Factory clocks;
    // The event loops; empty until prepare.
    private volatile List<LoadLoop> loops = List.of();
    // The work of each event loop, in the order of loops.
    private List<ClientWorkload> works = List.of();
    // Index of the next connection: connections requested since prepare, minus trimmed ones if they are numbered.
    private int nextIndex;
    // Opens the connections from that index on; null if no window opens connections.
    private @Nullable WindowedOpening windowedOpening;

    /** Creates an agent without a plan that looks for pauses every millisecond. */
    public LoadAgent(Transport transport, int loopCount) {
        this(transport, loopCount, 1);
    }

    /**
     * Creates an agent without a plan.
     *
     * @param pauseMillis shortest pause of this process that is always detected, in milliseconds
     */
    public LoadAgent(Transport transport, int loopCount, int pauseMillis) {
        this.pauses = new PauseDetector(pauseMillis);
        this.transport = transport;
        this.loopCount = loopCount;
        this.clocks = new LoopClock.Factory(transport.ioHandlers());
        this.group = new MultiThreadIoEventLoopGroup(loopCount, new DefaultThreadFactory("load", true), clocks);
    }

    @Override
    public synchronized void prepare(LoadPlan plan) {
        stopOpening();
        assignToLoops(plan);
        works = fromEach(LoadLoop::work);
        nextIndex = 0;
        pauses.beginStep();
    }

    private boolean isNumbered() {
        return works.stream().anyMatch(ClientWorkload::isNumbered);
    }

    private void assignToLoops(LoadPlan plan) {
        List<Assignment> assignments =
                IntStream.range(0, loopCount).mapToObj(plan::assignment).toList();
        if (loops.isEmpty()) {
            loops = assignments.stream()
                    .map(assignment -> new LoadLoop(group.next(), transport, assignment))
                    .toList();
            return;
        }
        for (int i = 0; i < loopCount; i++) {
            LoadLoop loop = loops.get(i);
            Assignment assignment = assignments.get(i);
            EventLoops.await(loop.eventLoop().submit(() -> loop.prepare(assignment)));
        }
    }

    @Override
    public synchronized void open(int connections, double perSecond) {
        if (connections < 0) {
            throw new IllegalArgumentException("connections must be >= 0, were %d".formatted(connections));
        }
        stopOpening();
        long now = System.nanoTime();
        List<LoadLoop> prepared = prepared();
        for (int i = 0; i < prepared.size(); i++) {
            LoadLoop loop = prepared.get(i);
            Schedule part = Schedule.part(now, perSecond, connections, i, prepared.size());
            Opening opening = new Opening(part, nextIndex + i, prepared.size());
            loop.eventLoop().execute(() -> loop.open(opening));
        }
        nextIndex += connections;
    }

    @Override
    public synchronized void openInWindow(int connections, int window, double perSecond) {
        List<LoadLoop> prepared = prepared();
        stopOpening();
        WindowedOpening next =
                new WindowedOpening(new OpeningWindow(connections, window, perSecond), prepared, nextIndex);
        List<Long> pending = fromEach(loop -> loop.setWatch(next));
        next.begin(pending.stream().mapToLong(Long::longValue).sum());
        windowedOpening = next;
    }

    @Override
    public synchronized void stopOpening() {
        if (windowedOpening != null) {
            nextIndex += windowedOpening.stop();
            windowedOpening = null;
        }
    }

    @Override
    public void exchange(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate must be > 0 per second, was %s".formatted(perSecond));
        }
        beginRound(perSecond, 0);
    }

    @Override
    public void saturate(long durationNanos) {
        if (durationNanos <= 0) {
            throw new IllegalArgumentException("duration must be > 0, was %d ns".formatted(durationNanos));
        }
        beginRound(UNPACED, durationNanos);
    }

    @Override
    public synchronized void converse(Pace pace) {
        List<LoadLoop> prepared = prepared();
        if (pace.durationNanos() > 0) {
            pauses.beginTraffic();
        }
        long now = System.nanoTime();
        for (int i = 0; i < prepared.size(); i++) {
            LoadLoop loop = prepared.get(i);
            int part = i;
            loop.eventLoop().execute(() -> loop.converse(pace, now, part, prepared.size()));
        }
    }

    // Begins a round in which each event loop has the same share of the rate as of the connections, so that all loops
    // end at the same time.
    private void beginRound(double perSecond, long saturateNanos) {
        List<LoadLoop> prepared = prepared();
        List<Long> alive = fromEach(loop -> loop.counts().connections().alive());
        double totalAlive = alive.stream().mapToLong(Long::longValue).sum();
        pauses.beginTraffic();
        long now = System.nanoTime();
        for (int i = 0; i < prepared.size(); i++) {
            LoadLoop loop = prepared.get(i);
            double share = Math.max(alive.get(i), 1) / Math.max(totalAlive, 1);
            loop.eventLoop().execute(() -> loop.exchange(now, perSecond * share, saturateNanos));
        }
    }

    @Override
    public synchronized void trim(int keep) {
        List<LoadLoop> prepared = prepared();
        stopOpening();
        if (isNumbered()) {
            nextIndex = Math.min(nextIndex, keep);
            onEach(loop -> loop.trimFrom(keep));
            return;
        }
        List<Long> sizes = fromEach(LoadLoop::size);
        long excess = sizes.stream().mapToLong(Long::longValue).sum() - keep;
        if (excess <= 0) {
            return;
        }
        // Connections were opened in turn, so the newest are spread evenly over the loops.
        long remaining = keep;
        for (int i = 0; i < prepared.size(); i++) {
            LoadLoop loop = prepared.get(i);
            int share = (int) Math.min(sizes.get(i), remaining / (prepared.size() - i));
            remaining -= share;
            EventLoops.await(loop.eventLoop().submit(() -> loop.trim(share)));
        }
    }

    @Override
    public void forgetDeliveries() {
        prepared();
        onEach(loop -> loop.timings().forgetDeliveries());
        pauses.beginTraffic();
    }

    @Override
    public void forgetTimes() {
        prepared();
        onEach(LoadLoop::forgetTimes);
        pauses.beginStep();
    }

    @Override
    public synchronized void publish(Bursts bursts) {
        List<LoadLoop> prepared = prepared();
        List<ChannelWork> channels = works.stream()
                .filter(ChannelWork.class::isInstance)
                .map(ChannelWork.class::cast)
                .toList();
        if (channels.isEmpty()) {
            throw new IllegalStateException(
                    "only clients of channels publish. Hint: call prepare with the workload CHANNELS first");
        }
        List<Boolean> senderFlags = new ArrayList<>();
        for (int i = 0; i < prepared.size(); i++) {
            senderFlags.add(EventLoops.await(prepared.get(i).eventLoop().submit(channels.get(i)::hasSenders)));
        }
        // Without any client, every loop gets a part, since each may get the first client.
        boolean noSenders = !senderFlags.contains(true);
        int parts = noSenders ? prepared.size() : Collections.frequency(senderFlags, true);
        long now = System.nanoTime();
        int part = 0;
        for (int i = 0; i < prepared.size(); i++) {
            ChannelWork work = channels.get(i);
            BurstSchedule schedule = noSenders || senderFlags.get(i)
                    ? new BurstSchedule(bursts, now, part++, parts)
                    : BurstSchedule.none();
            prepared.get(i).eventLoop().execute(() -> work.publish(schedule));
        }
    }

    @Override
    public AgentReport reportAfterGc() {
        System.gc();
        return report();
    }

    @Override
    public AgentReport report() {
        Counts counts = fromEach(LoadLoop::counts).stream().reduce(Counts.NONE, Counts::plus);
        return new AgentReport(
                ProcessHandle.current().pid(), transport.label(), counts, OwnProcess.now(pauses, clocks.times()));
    }

    @Override
    public AgentHistograms histograms() {
        // Not reused after a time-out, because a late event loop may still add to it.
        Timings all = Objects.requireNonNullElseGet(spareTimings.getAndSet(null), Timings::new);
        all.forget();
        // One loop after the other: a histogram is not thread-safe.
        for (LoadLoop loop : loops) {
            EventLoops.await(loop.eventLoop().submit(() -> all.add(loop.timings())));
        }
        AgentHistograms encoded = all.encode();
        spareTimings.set(all);
        return encoded;
    }

    @Override
    public void close() {
        stopOpening();
        pauses.close();
        EventLoops.close(loops, group);
    }

    private List<LoadLoop> prepared() {
        List<LoadLoop> prepared = loops;
        if (prepared.isEmpty()) {
            throw new IllegalStateException("no plan yet. Hint: call prepare first");
        }
        return prepared;
    }

    // Blocks until every event loop has run the action.
    private void onEach(Consumer<LoadLoop> action) {
        fromEach(loop -> {
            action.accept(loop);
            return loop;
        });
    }

    private <T> List<T> fromEach(Function<LoadLoop, T> question) {
        return EventLoops.fromEach(loops, question);
    }
}
