package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.harness.scenario.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The two Atmosphere versions that the build packs into the WAR.
 *
 * @param runsEverywhere version with Java 17 bytecode, also in the javax form of the WAR
 * @param needsJdk21 version for jakarta containers on JDK 21 or newer
 */
public record AtmosphereVersions(String runsEverywhere, String needsJdk21) {

    /** Returns the versions of the root pom. */
    public static AtmosphereVersions ofBuild() {
        Properties versions = new Properties();
        try (InputStream in = AtmosphereVersions.class.getResourceAsStream("versions.properties")) {
            versions.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read versions.properties of the harness", e);
        }
        return new AtmosphereVersions(
                versions.getProperty("atmosphere.version"), versions.getProperty("atmosphere4.version"));
    }

    /** Returns the version with that major number. */
    String of(String major) {
        return runsEverywhere.startsWith(major + ".") ? runsEverywhere : needsJdk21;
    }

    /** Returns the newest version that runs with that connector and JDK. */
    String of(Connector connector, Jdk jdk) {
        return connector != Connector.BIO && jdk.feature() >= 21 ? needsJdk21 : runsEverywhere;
    }
}
