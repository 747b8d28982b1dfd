package io.ceiling.harness.server;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.model.BootJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/** Reads what an executable jar of Spring Boot says about itself. */
public final class BootJarFile {

    /** The jar of each container that an application with that container embeds. */
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
        try (JarFile jar = new JarFile(file.toFile())) {
            String version = attribute(jar.getManifest(), "Spring-Boot-Version");
            if (version.isEmpty()) {
                throw new IOException(
                        "must be an executable jar of Spring Boot, was '%s' (its manifest has no Spring-Boot-Version). Hint: build it with spring-boot-maven-plugin:repackage or bootJar"
                                .formatted(file));
            }
            String lib = attribute(jar.getManifest(), "Spring-Boot-Lib");
            List<String> containers = Containers.all().stream()
                    .map(ContainerKind::name)
                    .filter(name -> embeds(jar, lib, EMBEDDED.getOrDefault(name, name)))
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
        } catch (SecurityException | java.util.zip.ZipException e) {
            throw new IOException("must be a jar file, was '%s' (%s)".formatted(file, e.getMessage()), e);
        }
    }

    private static boolean embeds(JarFile jar, String lib, String name) {
        String prefix = (lib.isEmpty() ? "BOOT-INF/lib/" : lib) + name;
        return jar.stream().anyMatch(entry -> entry.getName().startsWith(prefix));
    }

    private static String attribute(Manifest manifest, String name) {
        return Optional.ofNullable(manifest)
                .map(Manifest::getMainAttributes)
                .map((Attributes attributes) -> attributes.getValue(name))
                .orElse("");
    }
}
