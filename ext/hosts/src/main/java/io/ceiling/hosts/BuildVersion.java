package io.ceiling.hosts;

import io.ceiling.harness.install.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/** The version of this project's build, which all members of a cluster must share: they exchange its records. */
final class BuildVersion {

    private static final int DIGITS = 12;

    private BuildVersion() {}

    /**
     * Returns a digest of the jars of harness and load agent in that project. Builds of the same sources have the same
     * jars. Reads some hundred kilobytes.
     */
    public static String of(Path home) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Installation installation = Installation.at(home);
            for (Path folder : List.of(installation.harnessFolder(), installation.loadAgentFolder())) {
                TreeMap<String, Path> jars = new TreeMap<>();
                try (DirectoryStream<Path> own = Files.newDirectoryStream(folder, "ceiling-*.jar")) {
                    own.forEach(jar -> jars.put(jar.getFileName().toString(), jar));
                }
                for (Path jar : jars.values()) {
                    digest.update(Files.readAllBytes(jar));
                }
            }
            return "build " + HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException("the build of %s cannot be read".formatted(home), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
