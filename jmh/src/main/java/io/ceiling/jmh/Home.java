package io.ceiling.jmh;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the folder of the project whose servers are measured. */
final class Home {

    /** System property with a folder other than that of the jar. */
    static final String PROPERTY = "ceiling.home";

    private Home() {}

    /**
     * Returns the folder that contains the jar as {@code jmh/target/benchmarks.jar}, or the folder in the system
     * property.
     */
    static Path find() {
        @Nullable String named = System.getProperty(PROPERTY);
        if (named != null) {
            return Path.of(named).toAbsolutePath().normalize();
        }
        try {
            Path jar = Path.of(Home.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath();
            return jar.resolveSibling("../..").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of benchmarks.jar is no path", e);
        }
    }
}
