package io.ceiling.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs of this machine. */
final class JavaHomes {

    private static final Pattern FEATURE = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

    private JavaHomes() {}

    static Path running() {
        return Path.of(System.getProperty("java.home"));
    }

    /** The newest one that has virtual threads. */
    static Optional<Path> newestWithVirtualThreads() {
        return candidates().stream()
                .filter(home -> feature(home) >= 21 && Files.isExecutable(home.resolve("bin/java")))
                .max(Comparator.comparingInt(JavaHomes::feature));
    }

    private static List<Path> candidates() {
        List<Path> homes = new ArrayList<>();
        homes.add(running());
        String configured = System.getenv("JAVA_HOME");
        if (configured != null) {
            homes.add(Path.of(configured));
        }
        Path installed = Path.of("/usr/lib/jvm");
        if (Files.isDirectory(installed)) {
            try (Stream<Path> children = Files.list(installed)) {
                children.sorted().forEach(homes::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return homes;
    }

    /** 17 of JDK 17; 0 if it is none. */
    static int feature(Path home) {
        try {
            Matcher matcher = FEATURE.matcher(Files.readString(home.resolve("release")));
            return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
