package io.ceiling.reference.nginx;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A running nginx, which ends whenever this process ends. Thread-safe.
 *
 * <p>A shell starts it. A second shell ends it when its input ends, whose other end this process holds.
 */
final class NginxProcess {

    // Starts nginx with an input of its own. A stopped process takes SIGTERM once it is continued.
    private static final String SHELL = "exec 3<&0; \"$@\" 0</dev/null 3<&- & nginx=$!;"
            + " { read -r end <&3; kill -TERM $nginx; kill -CONT $nginx; } 2>/dev/null & exec 3<&-; wait $nginx";

    private static final Duration PATIENCE_AT_START = Duration.ofSeconds(10);
    private static final long POLL_NANOS = 5_000_000;
    private static final Pattern NCHAN_VERSION = Pattern.compile("(?m)^nchan version: (\\S+)");
    private static final Duration PATIENCE_AT_END = Duration.ofMillis(300);

    private final Process shell;

    private NginxProcess(Process shell) {
        this.shell = shell;
    }

    /**
     * Starts nginx.
     *
     * @throws IllegalStateException with nginx's message if its configuration or module is invalid
     */
    static NginxProcess start(NginxProgram program, NginxConf conf) throws IOException, InterruptedException {
        Path file = Files.writeString(conf.folder().resolve("nginx.conf"), conf.text(), StandardCharsets.UTF_8);
        List<String> command =
                List.of(program.file().toString(), "-e", "stderr", "-p", conf.folder() + "/", "-c", file.toString());
        requireValidConfig(command);
        // Left by an earlier nginx whose port was in use.
        Files.deleteIfExists(conf.socket());
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", SHELL, "sh");
        builder.command().addAll(command);
        // The parent sees nginx end when this output ends.
        return new NginxProcess(builder.redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private static void requireValidConfig(List<String> command) throws IOException, InterruptedException {
        Process check = new ProcessBuilder(
                        Stream.concat(command.stream(), Stream.of("-t", "-q")).toList())
                .redirectErrorStream(true)
                .start();
        check.getOutputStream().close();
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (check.waitFor() != 0) {
            throw new IllegalStateException(output.strip());
        }
    }

    /** Blocks until nchan answers; returns false if nginx has ended, or does not answer within ten seconds. */
    boolean awaitAnswer(NginxConf conf) {
        long start = System.nanoTime();
        while (shell.isAlive() && System.nanoTime() - start < PATIENCE_AT_START.toNanos()) {
            try {
                if (!nchanVersion(conf).isEmpty()) {
                    return true;
                }
            } catch (IOException e) {
                // It does not listen yet.
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return false;
    }

    /** Returns the version that nchan reports; empty if it reports none. */
    static String nchanVersion(NginxConf conf) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(conf.socket()))) {
            String request = "GET %s HTTP/1.0\r\n\r\n".formatted(NginxConf.STATUS);
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            Matcher version = NCHAN_VERSION.matcher(
                    new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.US_ASCII));
            return version.find() ? version.group(1) : "";
        }
    }

    /** Runs a task once nginx has ended. */
    void onEnd(Runnable task) {
        var ignored = shell.onExit().thenRun(task);
    }

    /** Ends nginx, and waits for its end for at most 0.3 s. */
    void end() {
        try {
            shell.getOutputStream().close();
            boolean ignored = shell.waitFor(PATIENCE_AT_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // It has ended already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
