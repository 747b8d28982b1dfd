package io.ceiling.harness.run;

import io.ceiling.harness.model.CustomRequest;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.model.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What {@code ceiling probe} was asked to do.
 *
 * @param home folder of the project
 * @param results folder in which the run's own folder is made
 * @param name of the run, part of its folder's name
 * @param target of which nothing but its place is known
 * @param workloads of the web application of this project, in the order in which they run; none if {@code custom} is asked
 * @param custom what the user's own application is asked
 * @param messaging of a workload that subscribes
 * @param maxConnections the ramp does not go beyond; empty for what descriptors allow
 * @param timeLimit of each ramp
 * @param pid of the server; empty if it is to be found by its port
 * @param jmx host and port of its management agent; empty if it is to be attached to
 * @param jdk of the load agents
 * @param commandLine as given, without secrets, for environment.json
 * @param expectations what its rows must show
 * @param verbose whether it is told what each scenario took
 */
public record ProbeRequest(
        Path home,
        Path results,
        String name,
        Target target,
        List<Workload> workloads,
        Optional<CustomRequest> custom,
        Messaging messaging,
        OptionalInt maxConnections,
        RampSettings ramp,
        Duration timeLimit,
        OptionalLong pid,
        Optional<String> jmx,
        Jdk jdk,
        List<String> commandLine,
        Expectations expectations,
        boolean verbose) {

    public ProbeRequest {
        workloads = List.copyOf(workloads);
        commandLine = List.copyOf(commandLine);
    }
}
