package io.ceiling.harness.probe;

import io.ceiling.harness.model.Sysctl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of the kernel that were changed, and puts them back on {@link #close}.
 *
 * <p>They are the whole host's. The old values are in a file while they are changed, for whoever comes after a kill -9.
 * Thread-safe: a shutdown hook may close it.
 */
public final class KernelSettings implements AutoCloseable {

    private final Path sys;
    private final Path record;
    /** In the order of their change, with the value before the first. */
    private final Map<String, String> before = new LinkedHashMap<>();

    /**
     * Nothing is changed yet.
     *
     * @param record takes a line {@code name = value}, as in sysctl.conf, for each setting that is changed
     */
    public KernelSettings(Path record) {
        this(Path.of("/proc/sys"), record);
    }

    KernelSettings(Path sys, Path record) {
        this.sys = sys;
        this.record = record;
    }

    /**
     * Gives it that value.
     *
     * @throws UncheckedIOException with one line if it cannot be written; it is then as it was
     */
    public synchronized void set(Sysctl sysctl) {
        String old = ProcFiles.text(file(sysctl.name()));
        if (old.isEmpty()) {
            throw new UncheckedIOException(
                    "sysctl %s does not exist here".formatted(sysctl.name()), new IOException("empty"));
        }
        before.putIfAbsent(sysctl.name(), old);
        try {
            writeRecord();
            Files.writeString(file(sysctl.name()), sysctl.value());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "sysctl %s cannot be set to %s: %s. Run as root, outside of a container"
                            .formatted(sysctl.name(), sysctl.value(), e.getMessage()),
                    e);
        }
    }

    private void writeRecord() throws IOException {
        StringBuilder lines = new StringBuilder();
        before.forEach((name, value) -> lines.append(name)
                .append(" = ")
                .append(value.replace('\t', ' '))
                .append('\n'));
        Files.writeString(record, lines, StandardCharsets.UTF_8);
    }

    private Path file(String name) {
        return sys.resolve(name.replace('.', '/'));
    }

    /** Puts all of them back; those that cannot be stay in the file. */
    @Override
    public synchronized void close() {
        before.entrySet().removeIf(setting -> restored(setting.getKey(), setting.getValue()));
        try {
            if (before.isEmpty()) {
                Files.deleteIfExists(record);
            } else {
                writeRecord();
            }
        } catch (IOException e) {
            // The file holds more than it has to, which harms nobody.
        }
    }

    private boolean restored(String name, String value) {
        try {
            Files.writeString(file(name), value);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
