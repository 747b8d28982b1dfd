package io.ceiling.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** The JDKs of this machine that servers can be started with. */
final class TestJdks {

    private TestJdks() {}

    /** @param home folder with bin/java */
    record Jdk(Path home, int feature) {

        Path java() {
            return home.resolve("bin").resolve("java");
        }

        @Override
        public String toString() {
            return "JDK " + feature;
        }
    }

    static Jdk running() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /** The newest of the running one and those where Linux distributions put them. */
    static Jdk newest() {
        Path installed = Path.of("/usr/lib/jvm");
        try (Stream<Path> homes = Files.isDirectory(installed) ? Files.list(installed) : Stream.empty()) {
            return Stream.concat(Stream.of(running()), homes.flatMap(home -> at(home).stream()))
                    .max(Comparator.comparingInt(Jdk::feature))
                    .orElseThrow();
        } catch (IOException e) {
            throw new IllegalStateException("cannot list " + installed, e);
        }
    }

    private static List<Jdk> at(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(home.resolve("release"))) {
            return List.of();
        }
        Properties release = new Properties();
        try (InputStream file = Files.newInputStream(home.resolve("release"))) {
            release.load(file);
            String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
            return List.of(new Jdk(home, Runtime.Version.parse(version).feature()));
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }
}
