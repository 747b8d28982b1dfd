package io.ceiling.harness.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes files as a kernel would show them below a folder that stands for /proc or /sys. */
public final class CannedFiles {

    private final Path root;

    public CannedFiles(Path root) {
        this.root = root;
    }

    public CannedFiles with(String path, String... lines) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, List.of(lines), StandardCharsets.UTF_8);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
