package io.ceiling.harness.run.session;

import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.probe.ServerProbe;
import io.ceiling.harness.run.control.Publisher;
import io.ceiling.harness.server.Place;
import io.ceiling.harness.server.ReservedPorts;
import io.ceiling.harness.server.ServerStartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The servers of a ring as one session: its readings are sums, its deepest level is the maximum. The evidence of each
 * server stays separate, because each has limits of its own.
 */
final class RingSession implements ServerSession {

    private final List<ServerSession> servers;
    private final Recorder recorder;
    private final Started started;

    /**
     * Combines servers that are ready.
     *
     * @param servers sessions in the order in which the servers call each other; this session closes them
     * @param startNanos start of the scenario, in the time of {@link Waiting#nanoTime}
     */
    RingSession(
            List<ServerSession> servers,
            Supplier<HostReading> host,
            Consumer<Sample> toCsv,
            Waiting waiting,
            long startNanos) {
        this.servers = List.copyOf(servers);
        this.recorder = new Recorder(this::reading, this::readingAfterGc, host, toCsv, waiting::nanoTime, startNanos);
        Started first = servers.get(0).started();
        this.started = new Started(first.server(), recorder.now(LoadReading.NONE), first.limits());
    }

    /** Starts one instance of a ring in its place. */
    interface InstanceStarter {
        ServerSession start(int number, Place place) throws InterruptedException;
    }

    /**
     * Starts the servers one after the other and blocks until all of them are ready. If one does not start, all are
     * stopped.
     *
     * @throws ScenarioNotRunException if a server does not start; the message has its number
     */
    static ServerSession start(
            int count,
            InstanceStarter starter,
            Supplier<HostReading> host,
            Consumer<Sample> toCsv,
            Waiting waiting,
            long startNanos)
            throws InterruptedException {
        List<ServerSession> started = new ArrayList<>();
        boolean ready = false;
        try (ReservedPorts ports = ReservedPorts.reserve(count)) {
            for (int i = 0; i < count; i++) {
                started.add(starter.start(i + 1, ports.inRing(i)));
            }
            ServerSession ring = new RingSession(started, host, toCsv, waiting, startNanos);
            ready = true;
            return ring;
        } catch (ServerStartException | ScenarioNotRunException e) {
            throw new ScenarioNotRunException(
                    "server %d of %d: %s".formatted(started.size() + 1, count, e.getMessage()));
        } finally {
            if (!ready) {
                started.forEach(ServerSession::close);
            }
        }
    }

    /** Reads every server through its own recorder, so that each keeps the reading as evidence. */
    private ServerReading reading() {
        return RingReading.of(servers.stream()
                .map(server -> server.recorder().now(LoadReading.NONE).server())
                .toList());
    }

    /** Reads the servers one after the other: each directly after its own collection, during which the chain waits. */
    private ServerProbe.Collected readingAfterGc(boolean steady) {
        List<Sample> samples = new ArrayList<>();
        for (ServerSession server : servers) {
            Recorder each = server.recorder();
            samples.add(steady ? each.afterGc(LoadReading.NONE) : each.rightAfterGc(LoadReading.NONE));
        }
        return new ServerProbe.Collected(
                samples.stream().allMatch(Sample::afterGc),
                RingReading.of(samples.stream().map(Sample::server).toList()));
    }

    @Override
    public Started started() {
        return started;
    }

    @Override
    public List<Started> further() {
        return servers.stream().skip(1).map(ServerSession::started).toList();
    }

    @Override
    public Recorder recorder() {
        return recorder;
    }

    /** Returns the exit code of the first server that is gone: without it there is no ring. */
    @Override
    public OptionalInt exitCode() {
        return servers.stream()
                .map(ServerSession::exitCode)
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    @Override
    public Seen connections() {
        return reading().connections();
    }

    @Override
    public Publisher publisher() {
        throw new IllegalStateException("no messages are published to a ring");
    }

    /** Does nothing: a ring holds only the responses of its recursion. */
    @Override
    public void releaseHeld() {}

    @Override
    public Seen compilationNanos() {
        Seen all = sum(ServerSession::compilationNanos);
        return all.isSeen() ? Seen.of(all.orElse(0) / servers.size()) : all;
    }

    @Override
    public int processors() {
        return servers.get(0).processors();
    }

    @Override
    public Seen cpuNanos() {
        return sum(ServerSession::cpuNanos);
    }

    private Seen sum(Function<ServerSession, Seen> value) {
        return servers.stream().map(value).reduce(Seen.of(0), Seen::plus);
    }

    @Override
    public Seen deepestLevel() {
        OptionalLong deepest = servers.stream()
                .flatMapToLong(server -> server.deepestLevel().value().stream())
                .max();
        return deepest.isPresent() ? Seen.of(deepest.getAsLong()) : Seen.NOT;
    }

    @Override
    public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
        List<Evidence> ofEach = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            List<Sample> samples = servers.get(i).recorder().ofThisStep();
            Sample first = samples.get(0);
            Sample last = samples.get(samples.size() - 1);
            int served = (int) RingReading.entered(i, servers.size(), failed.served());
            Step own = new Step(
                    failed.index(),
                    served + 1,
                    served,
                    new Step.Outcome(false, failed.failure()),
                    new Step.Reading(failed.durationNanos(), first, last),
                    i + 1,
                    failed.counted(),
                    Optional.empty());
            ofEach.addAll(servers.get(i).evidence(first, own, answer));
        }
        return List.copyOf(ofEach);
    }

    @Override
    public void close() {
        servers.forEach(ServerSession::close);
    }
}
