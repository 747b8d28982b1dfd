package io.ceiling.harness.engine.session;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.control.Publishers;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.server.ServerPlace;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Servers that know nothing of each other as one session: each holds its share of the connections. */
public final class SeparateSession extends InstancesSession {

    private SeparateSession(
            List<ServerSession> servers, HostWatch hosts, Consumer<Sample> toCsv, RunClock clock, long startNanos) {
        super(servers, servers.size(), hosts, toCsv, clock, startNanos);
    }

    /**
     * Starts the servers, as many at once as there are processors, and blocks until all of them are ready. If one does
     * not start, all are stopped.
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
        int atOnce = Runtime.getRuntime().availableProcessors();
        List<ServerSession> started = startAll(Collections.nCopies(count, ServerPlace.ANY), atOnce, starter);
        return of(started, hosts, toCsv, clock, startNanos);
    }

    /**
     * Combines servers that are ready, and reads them at once.
     *
     * @param servers sessions in the order of the instances; the returned session closes them
     * @param toCsv receives the samples of all of them together
     * @param startNanos start of the scenario, in the time of {@link RunClock#nanoTime}
     */
    public static ServerSession of(
            List<ServerSession> servers, HostWatch hosts, Consumer<Sample> toCsv, RunClock clock, long startNanos) {
        return new SeparateSession(servers, hosts, toCsv, clock, startNanos);
    }

    @Override
    ServerReading sum(List<ServerReading> readings) {
        return readings.stream().reduce(ServerReading::plus).orElse(ServerReading.NOT_SEEN);
    }

    @Override
    Step ofInstance(Step failed, int index) {
        return failed.ofInstance(index, servers().size());
    }

    @Override
    Evidence numbered(Evidence evidence, int index) {
        return evidence.ofInstance(index + 1);
    }

    @Override
    public Publisher publisher() {
        return new Publishers(servers().stream().map(ServerSession::publisher).toList());
    }

    @Override
    public void releaseHeld() {
        servers().forEach(ServerSession::releaseHeld);
    }
}
