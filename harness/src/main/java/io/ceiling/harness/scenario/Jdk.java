package io.ceiling.harness.scenario;

import java.nio.file.Path;

/**
 * A JDK or JRE on this host.
 *
 * @param home its JAVA_HOME
 * @param version version as in its release file, such as {@code 25.0.1}; empty if the server has no JVM
 * @param feature feature release, such as 25
 */
public record Jdk(Path home, String version, int feature) {

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
}
