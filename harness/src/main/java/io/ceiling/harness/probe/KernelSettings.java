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
 * Changes kernel settings and restores them on {@link #close}.
 *
 * <p>These settings apply to the whole host. While they are changed, their old values are in a file, so that they can
 * be restored after a kill -9. Thread-safe: a shutdown hook may close it.
 */
public final class KernelSettings implements AutoCloseable {

    private final Path sys;
    private final Path record;
    /** Original values, in the order in which the settings were first changed. */
    private final Map<String, String> before = new LinkedHashMap<>();

    /**
     * Creates an object that has changed nothing yet.
     *
     * @param record file with a line {@code name = value}, as in sysctl.conf, for each changed setting
     */
    public KernelSettings(Path record) {
        this(Path.of("/proc/sys"), record);
    }

    KernelSettings(Path sys, Path record) {
        this.sys = sys;
        this.record = record;
    }

    /**
     * Changes a setting.
     *
     * @throws UncheckedIOException if it cannot be written, and keeps its value then; the message is one line
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

    /** Restores all settings; those that cannot be restored stay in the file. */
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
            // The file has superfluous lines, which do no harm.
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
