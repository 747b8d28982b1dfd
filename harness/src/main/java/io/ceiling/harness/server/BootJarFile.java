package io.ceiling.harness.server;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.BootJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** Reads what an executable jar of Spring Boot says about itself, as it was built or unpacked with jarmode=tools. */
public final class BootJarFile {

    // The jar of each container that an application with that container embeds.
    private static final Map<String, String> EMBEDDED =
            Map.of("tomcat", "tomcat-embed-core-", "jetty", "jetty-server-", "undertow", "undertow-core-");

    private BootJarFile() {}

    /**
     * Returns the jar.
     *
     * @throws IOException if it is no executable jar of Spring Boot with one of the containers; the message is one line
     *     that begins with what the file must be
     */
    public static BootJar read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("must be a readable jar file, was '%s'".formatted(file));
        }
        try (JarFile jar = open(file)) {
            Manifest manifest = manifest(jar, file);
            String version = attribute(manifest, "Spring-Boot-Version");
            if (version.isEmpty()) {
                throw new IOException(
                        "must be an executable jar of Spring Boot, was '%s' (its manifest has no Spring-Boot-Version). Hint: build it with spring-boot-maven-plugin:repackage or bootJar"
                                .formatted(file));
            }
            String lib = attribute(manifest, "Spring-Boot-Lib");
            String classPath = attribute(manifest, "Class-Path");
            List<String> containers = Containers.all().stream()
                    .map(ContainerKind::name)
                    .filter(name -> embeds(jar, lib, EMBEDDED.getOrDefault(name, name))
                            || names(classPath, EMBEDDED.getOrDefault(name, name)))
                    .toList();
            if (containers.size() != 1) {
                throw new IOException("must embed one of %s, was '%s' with %s"
                        .formatted(
                                String.join(", ", Containers.names()),
                                file,
                                containers.isEmpty()
                                        ? "none"
                                        : containers.stream().collect(Collectors.joining(" and "))));
            }
            return new BootJar(file.toAbsolutePath().normalize(), version, containers.get(0));
        }
    }

    private static JarFile open(Path file) throws IOException {
        try {
            return new JarFile(file.toFile());
        } catch (IOException | SecurityException e) {
            throw noJar(file, e);
        }
    }

    private static Manifest manifest(JarFile jar, Path file) throws IOException {
        try {
            return Optional.ofNullable(jar.getManifest()).orElseGet(Manifest::new);
        } catch (IOException | SecurityException e) {
            throw noJar(file, e);
        }
    }

    private static IOException noJar(Path file, Exception why) {
        return new IOException("must be a jar file, was '%s' (%s)".formatted(file, why.getMessage()), why);
    }

    private static boolean embeds(JarFile jar, String lib, String name) {
        String prefix = (lib.isEmpty() ? "BOOT-INF/lib/" : lib) + name;
        return jar.stream().anyMatch(entry -> entry.getName().startsWith(prefix));
    }

    private static boolean names(String classPath, String name) {
        return Arrays.stream(classPath.split(" "))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .anyMatch(file -> file.startsWith(name));
    }

    private static String attribute(Manifest manifest, String name) {
        String value = manifest.getMainAttributes().getValue(name);
        return value == null ? "" : value;
    }
}
