package io.ceiling.harness.engine.session;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.server.ReservedPorts;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The servers of a ring as one session; its deepest level is the maximum. */
final class RingSession extends InstancesSession {

    private RingSession(
            List<ServerSession> servers, HostWatch hosts, Consumer<Sample> toCsv, RunClock clock, long startNanos) {
        // One after the other: the chain goes on meanwhile, and each is read directly after its own collection.
        super(servers, 1, hosts, toCsv, clock, startNanos);
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
            HostWatch hosts,
            Consumer<Sample> toCsv,
            RunClock clock,
            long startNanos)
            throws InterruptedException {
        try (ReservedPorts ports = ReservedPorts.reserve(count)) {
            List<ServerSession> started =
                    startAll(IntStream.range(0, count).mapToObj(ports::inRing).toList(), 1, starter);
            return new RingSession(started, hosts, toCsv, clock, startNanos);
        }
    }

    @Override
    ServerReading sum(List<ServerReading> readings) {
        return RingReading.of(readings);
    }

    @Override
    Step ofInstance(Step failed, int index) {
        int served = (int) RingReading.entered(index, servers().size(), failed.served());
        return new Step(
                failed.index(),
                served + 1,
                served,
                new Step.StepOutcome(false, failed.failure()),
                new Step.StepReading(
                        failed.durationNanos(),
                        failed.before().ofInstance(index),
                        failed.after().ofInstance(index)),
                index + 1,
                failed.use(),
                Optional.empty());
    }

    /** Returns the evidence unchanged: in a ring it already names the blamed server. */
    @Override
    Evidence numbered(Evidence evidence, int index) {
        return evidence;
    }

    @Override
    public Publisher publisher() {
        throw new IllegalStateException("no messages are published to a ring");
    }

    /** Does nothing: a ring holds only the responses of its recursion. */
    @Override
    public void releaseHeld() {}
}
