package io.ceiling.harness.reading;

import io.ceiling.harness.scenario.Jdk;
import java.util.List;
import java.util.Map;

/**
 * The machine and the software of a run.
 *
 * @param capturedAt time of the reading, ISO 8601 in UTC
 * @param machine host and kernel
 * @param setup how the host is set up, name to value: pages, frequency, memory nodes, swap, quotas and clock
 * @param sysctls kernel settings that can limit connections, name to value
 * @param limits limits of the host and of this process
 * @param jdks JDKs found on the host
 * @param software the harness itself
 * @param commandLine arguments of this run as given
 */
public record Environment(
        String capturedAt,
        Machine machine,
        Map<String, String> setup,
        Map<String, String> sysctls,
        HostLimits limits,
        List<Jdk> jdks,
        Software software,
        List<String> commandLine) {

    /** The host and its kernel. */
    public record Machine(
            String operatingSystem, String kernel, String cpuModel, int cpuCount, long memoryTotalBytes) {}

    /**
     * The versions of the harness.
     *
     * @param harnessJdk version of the JVM that runs the harness
     * @param ceilingVersion version of this project
     * @param gitCommit commit of the project, with {@code -dirty} if files were changed; empty outside a clone
     */
    public record Software(String harnessJdk, String ceilingVersion, String gitCommit) {}
}
