package io.ceiling.jmh;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A server of each container with each of its connectors and kinds of threads. */
@State(Scope.Benchmark)
public abstract class EveryServer extends ServerState {

    /** Container, connector if there are several, and kind of threads. */
    @Param({
        "tomcat-bio-platform",
        "tomcat-nio-platform",
        "tomcat-nio-virtual",
        "tomcat-nio2-platform",
        "tomcat-nio2-virtual",
        "jetty-platform",
        "jetty-virtual",
        "undertow-platform",
        "undertow-virtual"
    })
    public String server = "";

    /** Size of all buffers of the container (docs/settings.md), or {@code default} for the container's own sizes. */
    @Param("default")
    public String buffer = "";

    @Override
    final ServerSpec spec() {
        return ServerSpec.of(server, buffer);
    }
}
