package io.ceiling.load;

import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Opening;
import io.ceiling.load.loop.Schedule;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.workload.LoadPlan;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A few clients with one connection each, observed separately; a {@link LoadAgent} reports only sums.
 *
 * <p>All share one thread. Each costs about 1.2 MB for its histograms, so that this is for tens of clients. Calls block
 * for that thread, at most 30 s. Not thread-safe.
 */
public final class SingleClients implements AutoCloseable {

    private static final double AT_ONCE_PER_SECOND = 1e9;

    private final MultiThreadIoEventLoopGroup group;
    private final List<LoadLoop> clients;

    /**
     * Creates clients that do not connect yet. Blocks for the lookup of the server's host.
     *
     * @param plans the plan of each client
     */
    public SingleClients(List<LoadPlan> plans) {
        Transport transport = Transport.best();
        this.group =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("clients", true), transport.ioHandlers());
        IoEventLoop loop = group.next();
        this.clients = IntStream.range(0, plans.size())
                .mapToObj(i -> new LoadLoop(loop, transport, plans.get(i).assignment(i)))
                .toList();
    }

    /**
     * The state of a client since it started.
     *
     * @param connectNanos time until it was connected, in ns; empty while it is not
     * @param answerNanos time until its first correct answer, in ns; empty while there is none
     * @param failures its failure; none while it waits or is served
     */
    public record ClientState(OptionalLong connectNanos, OptionalLong answerNanos, Failures failures) {

        /** Returns true if the client neither was served nor has failed so far. */
        public boolean isWaiting() {
            return answerNanos.isEmpty() && failures.total() == 0;
        }
    }

    /** Makes all clients connect now. */
    public void connect() {
        long now = System.nanoTime();
        for (LoadLoop client : clients) {
            Opening opening = new Opening(new Schedule(now, AT_ONCE_PER_SECOND, 1), 0, 1);
            client.eventLoop().execute(() -> client.open(opening));
        }
    }

    public List<ClientState> observe() {
        return EventLoops.fromEach(clients, SingleClients::stateOf);
    }

    private static ClientState stateOf(LoadLoop client) {
        Counts counts = client.counts();
        // The histogram also counts failed requests, with their time-outs.
        OptionalLong answer =
                counts.connections().served() > 0 ? client.timings().slowestFirstAnswerNanos() : OptionalLong.empty();
        return new ClientState(client.timings().slowestConnectNanos(), answer, counts.failures());
    }

    @Override
    public void close() {
        EventLoops.close(clients, group);
    }
}
