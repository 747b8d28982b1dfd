package io.ceiling.harness.model;

import java.util.List;
import java.util.Map;

/**
 * The machine and the software that a run was measured with.
 *
 * @param capturedAt ISO 8601, UTC
 * @param sysctls name to value, only those that can limit connections
 * @param commandLine arguments of this run as given
 */
public record Environment(
        String capturedAt,
        Machine machine,
        Map<String, String> sysctls,
        HostLimits limits,
        List<Jdk> jdks,
        Software software,
        List<String> commandLine) {

    /** The host and its kernel. */
    public record Machine(
            String operatingSystem, String kernel, String cpuModel, int cpuCount, long memoryTotalBytes) {}

    /**
     * The harness itself.
     *
     * @param harnessJdk the JVM that it runs on
     * @param gitCommit of the project, with {@code -dirty} if it was changed; empty outside a clone
     */
    public record Software(String harnessJdk, String ceilingVersion, String gitCommit) {}
}
