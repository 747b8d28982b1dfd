package io.ceiling.harness.run.external;

import io.ceiling.harness.model.CustomRequest;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.model.Workload;
import io.ceiling.harness.run.RunRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What {@code ceiling probe} was asked to do.
 *
 * @param run without scenarios: they follow from what is seen of the server
 * @param target of which nothing but its place is known
 * @param timeLimit of each ramp
 * @param pid of the server; empty if it is to be found by its port
 * @param jmx host and port of its management agent; empty if it is to be attached to
 * @param jdk of the load agents
 */
public record ProbeRequest(
        RunRequest run, Target target, Load load, Duration timeLimit, OptionalLong pid, Optional<String> jmx, Jdk jdk) {

    /**
     * What the server is asked.
     *
     * @param workloads of the web application of this project, in the order in which they run; none if {@code custom} is asked
     * @param custom what the user's own application is asked
     * @param messaging of a workload that subscribes
     * @param maxConnections the ramp does not go beyond; empty for what descriptors allow
     */
    public record Load(
            List<Workload> workloads, Optional<CustomRequest> custom, Messaging messaging, OptionalInt maxConnections) {

        public Load {
            workloads = List.copyOf(workloads);
        }
    }
}
