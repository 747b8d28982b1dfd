package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.harness.model.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The two Atmosphere versions that the build puts into the WAR.
 *
 * @param runsEverywhere Java 17 bytecode, also in the javax form of the WAR
 * @param needsJdk21 for jakarta containers on JDK 21 or newer
 */
public record AtmosphereVersions(String runsEverywhere, String needsJdk21) {

    /** The versions that the root pom names. */
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

    /** The one of that major version. */
    String of(String major) {
        return runsEverywhere.startsWith(major + ".") ? runsEverywhere : needsJdk21;
    }

    /** The newest that runs there. */
    String of(Connector connector, Jdk jdk) {
        return connector != Connector.BIO && jdk.feature() >= 21 ? needsJdk21 : runsEverywhere;
    }
}
