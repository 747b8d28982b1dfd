package io.ceiling.harness.command.probe;

import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The request of {@code ceiling probe}.
 *
 * @param run request without scenarios; they follow from what can be seen of the servers
 * @param servers the servers, at least one, among which connections are spread evenly
 * @param command command line that starts the server for this run; empty if the servers run already
 * @param load requests that are sent to the servers
 * @param timeLimit time limit of each ramp
 * @param jdk JDK of the load agents
 */
public record ProbeRequest(
        RunRequest run,
        List<ProbedServer> servers,
        Optional<String> command,
        ProbeLoad load,
        Duration timeLimit,
        Jdk jdk) {

    public ProbeRequest {
        servers = List.copyOf(servers);
    }

    ProbeRequest with(ProbedServer server) {
        return new ProbeRequest(run, List.of(server), command, load, timeLimit, jdk);
    }

    /** Returns this request with a custom request to the root of its hosts, in place of workloads of ceiling.war. */
    ProbeRequest withRequest(CustomRequest request) {
        return new ProbeRequest(
                run,
                servers.stream().map(ProbedServer::atRoot).toList(),
                command,
                new ProbeLoad(
                        List.of(), Optional.of(request), load.messaging(), load.maxConnections(), Optional.empty()),
                timeLimit,
                jdk);
    }

    /**
     * A server to be probed.
     *
     * @param target the server, of which only the address is known yet
     * @param pid process id of the server; empty to find it by its port
     * @param jmx host and port of the server's JMX agent; empty to attach to the process
     * @param proxy the proxy to which clients connect; empty if they connect to the server itself
     * @param confirmed true if the user has confirmed that it may be overloaded, and has given a cap
     */
    public record ProbedServer(
            Target target, OptionalLong pid, Optional<String> jmx, Optional<FrontProxy> proxy, boolean confirmed) {

        ProbedServer atRoot() {
            return new ProbedServer(
                    target.atRoot(),
                    pid,
                    jmx,
                    proxy.map(front -> new FrontProxy(front.target().atRoot(), front.pid())),
                    confirmed);
        }

        /** Returns the address to which clients connect. */
        public Target clientTarget() {
            return proxy.map(FrontProxy::target).orElse(target);
        }
    }

    /**
     * A proxy before a server.
     *
     * @param target its address, to which clients connect
     * @param pid process id of the proxy; empty to find it by its port
     */
    public record FrontProxy(Target target, OptionalLong pid) {}

    /**
     * The load that is put on the servers.
     *
     * @param workloads workloads of this project's web application, in the order in which they run; empty if
     *     {@code custom} is present
     * @param custom request to the user's own application; empty for the web application of this project
     * @param messaging messaging of a workload that subscribes
     * @param maxConnections cap of the ramp; empty for the number that the descriptor limits allow
     * @param urlRequest request to use if ceiling.war is not deployed and no option names a request; empty otherwise
     */
    public record ProbeLoad(
            List<Workload> workloads,
            Optional<CustomRequest> custom,
            Messaging messaging,
            OptionalInt maxConnections,
            Optional<CustomRequest> urlRequest) {

        public ProbeLoad {
            workloads = List.copyOf(workloads);
        }
    }
}
