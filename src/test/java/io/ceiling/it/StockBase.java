package io.ceiling.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder with the configuration of one server and the WAR, apart from the distribution, and how to start it.
 *
 * @param gauges a file to which the WAR writes its counters
 */
record StockBase(Path folder, List<String> command, Map<String, String> environment, Path gauges) {

    /**
     * Of each JVM. It is started for a short while; and where the host is busy, more messages than by default may wait for a
     * client, or one that reads is told to go as if it did not.
     */
    static final String OPTIONS = "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dceiling.channels.outbox=1000";

    /** An empty folder; what an earlier run left there is gone. A server with a time-out may run beside one without. */
    static Path empty(StockKind kind, Path javaHome, StockSetup setup) throws IOException {
        String name = kind.name().toLowerCase(Locale.ROOT) + "-jdk-" + JavaHomes.feature(javaHome)
                + setup.idleMillis().map("-idle-%d"::formatted).orElse("");
        Path folder = StockKind.target().resolve("drop-in").resolve(name);
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path each : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.createDirectories(folder);
    }

    static Path gaugesIn(Path folder) throws IOException {
        return Files.write(folder.resolve("gauges"), new byte[4096]);
    }
}
