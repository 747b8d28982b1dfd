package io.ceiling.it.planted;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A kernel setting of the whole host, changed for as long as this is open.
 *
 * <p>Notes. A shell holds the old value and puts it back when its standard input ends, which the kernel sees to however this
 * process ends, by kill -9 as well. It has started before the setting is changed and needs no further process to put it back,
 * so that it can undo a limit of processes too; signals that a terminal sends to all do not end it. It holds a lock as well:
 * a second suite on this host would take the changed value for the old one.
 */
final class Sysctl implements Closeable {

    /** A signal to the group of this process, as a build server sends it, must not meet the shell: hence a session of its own. */
    private static final String IN_ITS_OWN_SESSION =
            "if setsid true 2> /dev/null; then exec setsid sh -c \"$@\"; else exec sh -c \"$@\"; fi";

    private static final String HOLD = "trap '' INT TERM HUP; exec 9>>\"$2\" && flock 9 && old=$(cat \"$0\") || exit 1;"
            + " echo \"$1\" > \"$0\" && echo set && while read line; do :; done; echo \"$old\" > \"$0\"";

    private static final long PATIENCE_SECONDS = 10;

    private final Process holder;

    private Sysctl(Process holder) {
        this.holder = holder;
    }

    /**
     * Changes it; blocks while another suite on this host has changed it.
     *
     * @param name such as {@code vm.max_map_count}
     * @throws IOException if the kernel does not take the value
     */
    static Sysctl set(String name, String value) throws IOException {
        // One for the host, as the setting is; the temporary folder of tests is that of a checkout.
        Path lock = Path.of("/tmp", "ceiling-%s.lock".formatted(name));
        return set(file(name), value, lock);
    }

    static Sysctl set(Path file, String value, Path lock) throws IOException {
        Process holder = new ProcessBuilder(
                        "sh", "-c", IN_ITS_OWN_SESSION, "sh", HOLD, file.toString(), value, lock.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Sysctl sysctl = new Sysctl(holder);
        BufferedReader answer = holder.inputReader(StandardCharsets.UTF_8);
        if (!"set".equals(answer.readLine())) {
            sysctl.close();
            throw new IOException("%s cannot be set to %s here".formatted(file, value));
        }
        return sysctl;
    }

    /** The need of being allowed to; not whether the value will be taken. */
    static Plant.Need mayBeSet(String name) {
        return () -> Files.isWritable(file(name)) ? Optional.empty() : Optional.of(name + " may not be changed here");
    }

    static long value(String name) throws IOException {
        return Long.parseLong(Files.readString(file(name)).strip());
    }

    private static Path file(String name) {
        return Path.of("/proc/sys", name.replace('.', '/'));
    }

    /** Puts the old value back; blocks until it is. */
    @Override
    public void close() throws IOException {
        holder.getOutputStream().close();
        try {
            if (!holder.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("a kernel setting was not put back within %d s".formatted(PATIENCE_SECONDS));
            }
        } catch (InterruptedException e) {
            // It is put back nevertheless.
            Thread.currentThread().interrupt();
        }
    }
}
