package io.ceiling.harness.matrix;

import io.ceiling.harness.scenario.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.function.Function;

/**
 * The facts about this host that the expansion of a matrix needs.
 *
 * @param jdks returns the JDK of a feature number, a folder, or {@link Dimension#NEWEST}; throws
 *     IllegalArgumentException with a message of one line if there is none
 * @param nofileHard hard limit of open descriptors of a child process
 * @param atmosphere version of Atmosphere in the WAR
 */
public record MatrixHost(Function<String, Jdk> jdks, int nofileHard, String atmosphere) {

    /** Returns the version of Atmosphere that the build packs into the WAR. */
    public static String atmosphereOfBuild() {
        Properties versions = new Properties();
        try (InputStream in = MatrixHost.class.getResourceAsStream("versions.properties")) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read versions.properties of the harness", e);
        }
        return versions.getProperty("atmosphere.version");
    }
}
