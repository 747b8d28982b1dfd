package io.ceiling.jmh;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Each container with each of its connectors and kinds of threads. */
@State(Scope.Benchmark)
public abstract class EveryServer extends ServerState {

    /** Container, connector, kind of threads. */
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

    /** One size for every buffer knob of the container (docs/containers.md), or the container's own sizes. */
    @Param("default")
    public String buffer = "";

    @Override
    final ServerSpec spec() {
        return ServerSpec.of(server, buffer);
    }
}
