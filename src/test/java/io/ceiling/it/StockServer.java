package io.ceiling.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * A stock server that its own scripts started, with the WAR dropped in.
 *
 * <p>Those scripts do not end with their standard input. So they are children of a shell that does: it ends the server as soon as
 * this JVM is gone, however it went.
 */
final class StockServer implements Served, AutoCloseable {

    static final String UNTIL_END_OF_INPUT =
            "\"$@\" </dev/null >server.log 2>&1 & server=$!; echo $server; cat >/dev/null; kill $server";

    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_END = Duration.ofSeconds(20);

    private final Process shell;
    private final ProcessHandle server;
    private final Path log;
    private final Path gauges;
    private final int port;
    private final StockKind kind;

    private StockServer(StockKind kind, Process shell, ProcessHandle server, Path log, Path gauges, int port) {
        this.kind = kind;
        this.shell = shell;
        this.server = server;
        this.log = log;
        this.gauges = gauges;
        this.port = port;
    }

    /** Starts it and waits until the WAR is deployed. */
    static StockServer start(StockKind kind, Path javaHome, StockSetup setup) throws Exception {
        StockBase base =
                kind.isJetty() ? JettyBase.make(kind, javaHome, setup) : TomcatBase.make(kind, javaHome, setup);
        Path log = base.folder().resolve("server.log");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", UNTIL_END_OF_INPUT, "sh")
                .directory(base.folder().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.command().addAll(base.command());
        builder.environment().putAll(base.environment());
        Process shell = builder.start();
        ProcessHandle server = null;
        try {
            String pid = new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            server = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            return new StockServer(kind, shell, server, log, base.gauges(), awaitPort(kind, server, log));
        } catch (Exception | Error e) {
            end(shell, server);
            throw e;
        }
    }

    private static int awaitPort(StockKind kind, ProcessHandle server, Path log) throws Exception {
        try {
            Awaiting.until(
                    kind.label() + " has started",
                    LONGEST_START,
                    () -> !server.isAlive() || kind.started().matcher(text(log)).find());
        } catch (TimeoutException e) {
            throw new IllegalStateException("not started in time, its log: " + text(log), e);
        }
        Matcher port = kind.port().matcher(text(log));
        if (!server.isAlive() || !port.find()) {
            throw new IllegalStateException(kind.label() + " did not start, its log: " + text(log));
        }
        return Integer.parseInt(port.group(1));
    }

    private static String text(Path log) throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public long gauge(int slot) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(gauges))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(8 * slot);
    }

    /** Of the connector with TLS. */
    int tlsPort() throws IOException {
        Matcher found = kind.tlsPort().matcher(log());
        if (!found.find()) {
            throw new IllegalStateException("no port with TLS in its log: " + log());
        }
        return Integer.parseInt(found.group(1));
    }

    boolean isAlive() {
        return server.isAlive();
    }

    String log() throws IOException {
        return text(log);
    }

    @Override
    public void close() throws IOException {
        end(shell, server);
    }

    private static void end(Process shell, @Nullable ProcessHandle server) throws IOException {
        List<ProcessHandle> all = shell.descendants().toList();
        shell.getOutputStream().close();
        if (server != null) {
            server.onExit()
                    .completeOnTimeout(server, LONGEST_END.toSeconds(), TimeUnit.SECONDS)
                    .join();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
    }
}
