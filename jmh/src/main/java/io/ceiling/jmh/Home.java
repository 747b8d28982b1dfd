package io.ceiling.jmh;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the project is whose servers are measured. */
final class Home {

    /** System property that names another one than that of the jar. */
    static final String PROPERTY = "ceiling.home";

    private Home() {}

    /** The folder that the jar lies in as {@code jmh/target/benchmarks.jar}, unless the property says another. */
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
