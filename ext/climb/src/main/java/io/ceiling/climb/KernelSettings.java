package io.ceiling.climb;

import io.ceiling.harness.os.ProcFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Changes kernel settings and restores them on {@link #close}, or when this process ends in any way.
 *
 * <p>These settings apply to the whole host. A shell in its own session holds the old values. It restores them when its
 * standard input ends, which the kernel ensures even after a kill -9 of this process. It starts no process to restore
 * them, so that it can undo a limit of processes too. It also holds a lock, because a second climb would mistake the
 * changed values for the old ones. A file has the old values as well.
 *
 * <p>Thread-safe: a shutdown hook may close it.
 */
final class KernelSettings implements AutoCloseable {

    private static final Path LOCK = Path.of("/run/ceiling-sysctls.lock");

    // Each line of its input is the number of a setting, its file, and the wanted value.
    private static final String HOLDER_SCRIPT =
            """
            trap '' INT TERM HUP
            umask 077
            { exec 9>>"$1"; } 2>/dev/null || { echo "the lock $1 cannot be written. Run as root"; exit 1; }
            flock -n 9 || { echo "another climb has changed them, or flock is missing. Hint: wait for its end"; exit 1; }
            echo holding
            count=0
            while read -r number file value; do
                if [ "$number" -gt "$count" ]; then
                    IFS= read -r old < "$file" || { echo unreadable; continue; }
                    eval "file_$number=\\$file; old_$number=\\$old"
                    count=$number
                fi
                if { printf '%s\\n' "$value" > "$file"; } 2>/dev/null; then echo set; else echo refused; fi
            done
            left=0
            number=1
            while [ "$number" -le "$count" ]; do
                eval "file=\\$file_$number; old=\\$old_$number"
                { printf '%s\\n' "$old" > "$file"; } 2>/dev/null || left=1
                number=$((number + 1))
            done
            [ "$left" = 0 ] && [ -n "$2" ] && rm -f "$2"
            exit "$left"
            """;

    // A kill of this process's group, as a terminal sends it, must not reach the shell.
    private static final String SESSION_SCRIPT =
            "if setsid true 2>/dev/null; then exec setsid sh -c \"$0\" \"$@\"; else exec sh -c \"$0\" \"$@\"; fi";

    private static final long PATIENCE_SECONDS = 10;

    private final Path sys;
    private final Path lock;
    private final Path record;
    // Original values, in the order in which the settings were first changed.
    private final Map<String, String> originalValues = new LinkedHashMap<>();

    private @Nullable Process holder;
    private @Nullable Writer holderInput;
    private @Nullable BufferedReader holderOutput;

    /**
     * Creates an object that has changed nothing yet and holds no lock.
     *
     * @param record file with a line {@code name = value}, as in sysctl.conf, for each changed setting
     */
    public KernelSettings(Path record) {
        this(Path.of("/proc/sys"), LOCK, record);
    }

    KernelSettings(Path sys, Path lock, Path record) {
        this.sys = sys;
        this.lock = lock;
        this.record = record;
    }

    /**
     * Acquires the lock unless this object holds it.
     *
     * @throws KernelSettingsException if another process holds it; the message is one line
     */
    public synchronized void lock() {
        if (holder != null) {
            return;
        }
        try {
            Process started = new ProcessBuilder(
                            "sh", "-c", SESSION_SCRIPT, HOLDER_SCRIPT, "sh", lock.toString(), record.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader lines = started.inputReader(StandardCharsets.UTF_8);
            @Nullable String first = lines.readLine();
            if (!"holding".equals(first)) {
                started.destroy();
                throw new KernelSettingsException("kernel settings cannot be changed now: "
                        + (first == null ? "the shell that would restore them has ended" : first));
            }
            holder = started;
            holderInput = started.outputWriter(StandardCharsets.UTF_8);
            holderOutput = lines;
        } catch (IOException e) {
            throw new KernelSettingsException(
                    "kernel settings cannot be changed: no shell can be started to restore them: " + e.getMessage());
        }
    }

    /**
     * Changes a setting.
     *
     * @throws KernelSettingsException if it cannot be written; it keeps its value then; the message is one line
     */
    public synchronized void set(Sysctl sysctl) {
        String old = ProcFiles.firstLine(file(sysctl.name()));
        if (old.isEmpty()) {
            throw new KernelSettingsException("sysctl %s does not exist here".formatted(sysctl.name()));
        }
        lock();
        originalValues.putIfAbsent(sysctl.name(), old);
        try {
            writeRecord();
            if (!"set".equals(answer(sysctl))) {
                throw cannot(sysctl, "the kernel refused it");
            }
        } catch (IOException e) {
            throw cannot(sysctl, String.valueOf(e.getMessage()));
        }
    }

    private static KernelSettingsException cannot(Sysctl sysctl, String why) {
        return new KernelSettingsException("sysctl %s cannot be set to %s: %s. Run as root, outside of a container"
                .formatted(sysctl.name(), sysctl.value(), why));
    }

    private @Nullable String answer(Sysctl sysctl) throws IOException {
        if (holderInput == null || holderOutput == null) {
            return null;
        }
        int number = originalValues.keySet().stream().toList().indexOf(sysctl.name()) + 1;
        holderInput.write("%d %s %s\n".formatted(number, file(sysctl.name()), sysctl.value()));
        holderInput.flush();
        return holderOutput.readLine();
    }

    private void writeRecord() throws IOException {
        StringBuilder lines = new StringBuilder();
        originalValues.forEach((name, value) -> lines.append(name)
                .append(" = ")
                .append(value.replace('\t', ' '))
                .append('\n'));
        // The complete file is on the disk before the kernel has the new value: a truncated one could not restore it.
        Path folder = record.toAbsolutePath().resolveSibling(".");
        Path half = Files.createTempFile(folder, "." + record.getFileName() + ".", ".new");
        try {
            Files.writeString(half, lines, StandardCharsets.UTF_8);
            sync(half);
            Files.move(half, record, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(half);
        }
        sync(folder);
    }

    private static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private Path file(String name) {
        return sys.resolve(name.replace('.', '/'));
    }

    /** Restores all settings; if one cannot be restored, the file with the old values stays. */
    @Override
    public synchronized void close() {
        if (holder == null) {
            return;
        }
        try {
            holder.getOutputStream().close();
            holder.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // The shell has ended before.
        } catch (InterruptedException e) {
            // The shell restores the settings nevertheless.
            Thread.currentThread().interrupt();
        }
        holder = null;
    }
}
