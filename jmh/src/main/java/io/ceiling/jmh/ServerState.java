package io.ceiling.jmh;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** The server of one trial: every fork of a benchmark starts a fresh one, which ends with the trial. */
@State(Scope.Benchmark)
public abstract class ServerState {

    @SuppressWarnings("NullAway.Init")
    private BenchmarkServer benchmarkServer;

    @SuppressWarnings("NullAway.Init")
    private ServerCost.Meter meter;

    private final List<Closeable> clients = new ArrayList<>();

    abstract ServerSpec spec();

    /** Connects the clients, after the server is ready. */
    abstract void connect(int port) throws IOException;

    /** Registers a client to be closed before the server ends, and returns it. */
    final <T extends Closeable> T closeAtEnd(T client) {
        clients.add(client);
        return client;
    }

    /**
     * Returns true if client and server take turns, because each operation waits for one answer. They then share one
     * processor.
     */
    boolean takesTurns() {
        return true;
    }

    /** Runs the measured operation; returns a value that must not be optimised away. */
    abstract int operation() throws IOException;

    /**
     * Starts the server. JMH's own warm-up is that of the client; without one ({@code -wi 0}) the server has none
     * either.
     */
    @Setup(Level.Trial)
    public final void startServer(BenchmarkParams benchmark) throws IOException, JMException, InterruptedException {
        startServer(benchmark.getWarmup().getCount() > 0);
    }

    final void startServer(boolean warm) throws IOException, JMException, InterruptedException {
        benchmarkServer = BenchmarkServer.start(spec());
        try {
            connect(benchmarkServer.port());
            if (takesTurns()) {
                System.out.println(Pinning.pin(benchmarkServer.pid()));
            }
            if (warm) {
                new WarmUp(benchmarkServer.jvm()).run(this::operation);
            }
        } catch (Throwable e) {
            // JMH runs no teardown after a setup that failed.
            try {
                endServer();
            } catch (IOException closeFailure) {
                e.addSuppressed(closeFailure);
            }
            throw e;
        }
    }

    @Setup(Level.Iteration)
    public final void startMeter() throws IOException, JMException {
        meter = new ServerCost.Meter(benchmarkServer.jvm());
    }

    @TearDown(Level.Iteration)
    public final void stopMeter() throws IOException, JMException {
        meter.stop();
    }

    @TearDown(Level.Trial)
    public final void endServer() throws IOException {
        try {
            for (Closeable client : clients) {
                client.close();
            }
        } finally {
            benchmarkServer.close();
        }
    }
}
