package io.ceiling.harness.scenario;

import java.nio.file.Path;
import java.util.List;

/**
 * A JDK or JRE on this host.
 *
 * @param home its JAVA_HOME
 * @param version version as in its release file, such as {@code 25.0.1}; empty if the server has no JVM
 * @param feature feature release, such as 25
 */
public record Jdk(Path home, String version, int feature) {

    /** Lets C1 alone compile: its code is ready early, which leaves the processors to others, and is slower. */
    public static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    // First JDK with long-term support that has TrimNativeHeapInterval without further options.
    private static final int FIRST_THAT_TRIMS = 25;

    public Path java() {
        return home.resolve("bin").resolve("java");
    }

    /** Returns this JDK for the load agents of a server that has no JVM: its version is no setting of that server. */
    public Jdk ofAgentsAlone() {
        return new Jdk(home, "", 0);
    }

    public boolean hasVirtualThreads() {
        return feature >= 21;
    }

    /**
     * Returns the options of one of many JVMs that share a host: free pages of malloc, mostly the compilers', are given
     * back twice a minute.
     */
    public List<String> sharedHostOptions() {
        return feature >= FIRST_THAT_TRIMS ? List.of("-XX:TrimNativeHeapInterval=30000") : List.of();
    }
}
