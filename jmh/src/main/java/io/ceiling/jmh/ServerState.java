package io.ceiling.jmh;

import java.io.IOException;
import javax.management.JMException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A server for each trial: every fork of a benchmark has a fresh one, and none outlives it. */
@State(Scope.Benchmark)
public abstract class ServerState {

    /** Container, connector, kind of threads. */
    @Param({
        "tomcat-bio-platform",
        "tomcat-nio-platform",
        "tomcat-nio-virtual",
        "tomcat-nio2-platform",
        "jetty-platform",
        "jetty-virtual"
    })
    public String server = "";

    /** One size for every buffer knob of the container (docs/containers.md), or the container's own sizes. */
    @Param("default")
    public String buffer = "";

    @SuppressWarnings("NullAway.Init")
    private BenchmarkServer running;

    /** What is started. */
    ServerSpec spec() {
        return ServerSpec.of(server, buffer);
    }

    /** Connects the clients, once the server is there. */
    abstract void connect(int port) throws IOException;

    abstract void disconnect() throws IOException;

    @Setup(Level.Trial)
    public final void startServer() throws IOException, JMException, InterruptedException {
        running = BenchmarkServer.start(spec());
        connect(running.port());
    }

    @TearDown(Level.Trial)
    public final void endServer() throws IOException {
        try {
            disconnect();
        } finally {
            running.close();
        }
    }
}
