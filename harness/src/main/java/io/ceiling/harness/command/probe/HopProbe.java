package io.ceiling.harness.command.probe;

import io.ceiling.harness.engine.control.DeadlineSocket;
import io.ceiling.harness.engine.control.TargetTls;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.HopControl.HopAnswer;
import io.ceiling.harness.result.HopControl.Sockets;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.workload.CustomPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the same request through the proxy and directly to the server behind it, each on its own connection: the
 * answers show which of the two refuses or delays requests. Requests from another client address show whether the limit
 * applies to each address. Only the status is read.
 *
 * <p>Not thread-safe. Without load it sends four requests once; under load it sends at most twelve and waits little longer
 * for each than the idle hops took.
 */
final class HopProbe {

    private static final Duration PATIENCE_OF_IDLE = Duration.ofSeconds(10);

    // A hop that is slower than this without load is asked only once.
    private static final long LONG_NANOS = 1_000_000_000;

    // Under load, an answer may take twice its idle time plus this.
    private static final long MORE_NANOS = 200_000_000;

    private static final int PROXIED_REQUESTS = 2;
    private static final int DIRECT_REQUESTS = 3;
    // Order of the requests; true for another client address. The sequence ends with the first such answer that differs
    // from the idle one. Strict alternation would mislead: a server that treats every second request differently, such
    // as a balancer of two, would seem to distinguish addresses.
    private static final List<Boolean> IS_ELSEWHERE = List.of(true, false, false, true, false, true, true, false);
    // The first address of the load agents on loopback; the kernel chooses 127.0.0.1 for others.
    private static final String LOAD_ADDRESS = "127.0.0.2";

    private static final int MAX_BYTES = 1_024;

    // A request of this project's web application that is answered at once.
    private static final String WAR_PATH = "/length?length=1";

    private static final List<String> UPGRADE = List.of(
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: Y2VpbGluZyBhc2tzIGhvcA==");

    private final Target through;
    private final Optional<Target> direct;
    private final Optional<CustomRequest> custom;
    private HopControl.@Nullable IdleAnswers idle;

    /**
     * Creates the probe; sends nothing yet.
     *
     * @param through the server or the proxy before it, as clients reach it
     * @param direct the server behind it; empty without a proxy
     * @param custom request of the load; empty for this project's web application
     */
    public HopProbe(Target through, Optional<Target> direct, Optional<CustomRequest> custom) {
        this.through = through;
        this.direct = direct;
        this.custom = custom;
    }

    private byte[] request() {
        Target.Endpoint clients = through.endpoint();
        HttpRequest asked = custom.map(CustomRequest::filled).orElseGet(() -> HttpRequest.get(WAR_PATH));
        StringBuilder text = new StringBuilder();
        text.append(asked.method())
                .append(' ')
                .append(clients.contextPath())
                .append(asked.path())
                .append(" HTTP/1.1\r\nHost: ")
                .append(clients.serverName().contains(":") ? "[" + clients.serverName() + "]" : clients.serverName())
                .append(':')
                .append(clients.port())
                .append("\r\n");
        asked.mergedHeaders(clients.headers())
                .forEach(header -> text.append(header).append("\r\n"));
        if (!asked.body().isEmpty()) {
            text.append("Content-Length: ").append(asked.body().length()).append("\r\n");
        }
        boolean upgrades = custom.map(CustomRequest::kind)
                .filter(kind -> kind == CustomPlan.Kind.WEBSOCKET || kind == CustomPlan.Kind.STOMP)
                .isPresent();
        List<String> last = upgrades ? UPGRADE : List.of("Connection: close");
        last.forEach(header -> text.append(header).append("\r\n"));
        return text.append("\r\n").append(asked.body()).toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Asks both hops without load, so that their usual answers are known. Blocks for 20 s at most. */
    public void askIdle() {
        if (idle == null) {
            HopAnswer clients = measureIdle(through);
            idle = new HopControl.IdleAnswers(
                    clients, direct.map(this::measureIdle).orElse(clients));
        }
    }

    // Returns the idle answer of a hop, after a repetition: a cold server answers late at first, and some proxies
    // refuse the first request.
    private HopAnswer measureIdle(Target hop) {
        HopAnswer first = ask(hop, PATIENCE_OF_IDLE, Optional.empty());
        if (first.status() <= 0 || first.nanos() > LONG_NANOS) {
            return first;
        }
        HopAnswer second = ask(hop, PATIENCE_OF_IDLE, Optional.empty());
        HopAnswer other = second.status() == first.status() ? first : ask(hop, PATIENCE_OF_IDLE, Optional.empty());
        return second.status() == other.status() && second.nanos() < other.nanos() ? second : other;
    }

    /**
     * Asks both hops under load. Blocks until they have answered or are late.
     *
     * @param addresses counts the addresses from which clients are connected
     */
    public HopControl ask(Supplier<Sockets> sockets, LongSupplier addresses) {
        HopControl.IdleAnswers usual = idle;
        if (usual == null) {
            return HopControl.skipped("nobody was asked without load");
        }
        if (usual.direct().status() <= 0
                || usual.direct().status() != usual.through().status()) {
            return new HopControl(
                    usual,
                    List.of(),
                    List.of(),
                    HopControl.OtherClient.NONE,
                    List.of(sockets.get()),
                    "without load %s was the answer through the proxy and %s past it"
                            .formatted(usual.through().words(), usual.direct().words()));
        }
        Sockets seen = sockets.get();
        List<HopAnswer> answers = new ArrayList<>();
        List<HopAnswer> directAnswers = new ArrayList<>();
        for (int i = 0; i < DIRECT_REQUESTS && direct.isPresent(); i++) {
            directAnswers.add(ask(direct.get(), patience(usual.direct()), Optional.empty()));
            if (i < PROXIED_REQUESTS) {
                answers.add(askAsLoad(usual));
            }
        }
        List<HopAnswer> others = new ArrayList<>();
        boolean served = isOnLoopback(through);
        for (int i = 0; i < IS_ELSEWHERE.size() && served; i++) {
            if (IS_ELSEWHERE.get(i)) {
                HopAnswer other = ask(through, patience(usual.through()), Optional.empty());
                others.add(other);
                served = other.status() == usual.through().status();
            } else {
                answers.add(askAsLoad(usual));
            }
        }
        HopControl.OtherClient elsewhere = new HopControl.OtherClient(others, served ? addresses.getAsLong() : 0);
        Sockets finalSockets =
                new Sockets(seen.front(), seen.behind(), sockets.get().busiest());
        return new HopControl(usual, answers, directAnswers, elsewhere, List.of(finalSockets), "");
    }

    private HopAnswer askAsLoad(HopControl.IdleAnswers usual) {
        return ask(
                through,
                patience(usual.through()),
                isOnLoopback(through) ? Optional.of(new InetSocketAddress(LOAD_ADDRESS, 0)) : Optional.empty());
    }

    /** Returns true for a server on loopback, where each client has many addresses. */
    static boolean isOnLoopback(Target target) {
        return target.endpoint().address().startsWith("127.");
    }

    private static Duration patience(HopAnswer usual) {
        return Duration.ofNanos(2 * usual.nanos() + MORE_NANOS);
    }

    private HopAnswer ask(Target hop, Duration patience, Optional<InetSocketAddress> source) {
        long startNanos = System.nanoTime();
        try (DeadlineSocket socket = new DeadlineSocket()) {
            if (source.isPresent()) {
                socket.bind(source.get());
            }
            socket.connect(
                    new InetSocketAddress(
                            hop.endpoint().address(), hop.endpoint().port()),
                    Math.toIntExact(Math.max(1, patience.toMillis())));
            socket.setTcpNoDelay(true);
            socket.setDeadline(patience);
            if (hop.endpoint().tls()) {
                try (var tls = TargetTls.over(hop, socket)) {
                    tls.getOutputStream().write(request());
                    return answer(tls.getInputStream(), startNanos);
                }
            }
            socket.getOutputStream().write(request());
            return answer(socket.getInputStream(), startNanos);
        } catch (SocketTimeoutException e) {
            return new HopAnswer(HopAnswer.LATE, System.nanoTime() - startNanos);
        } catch (IOException e) {
            return new HopAnswer(HopAnswer.CLOSED, System.nanoTime() - startNanos);
        }
    }

    private static HopAnswer answer(InputStream in, long startNanos) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n' && line.size() < MAX_BYTES; next = in.read()) {
            line.write(next);
        }
        String[] words = line.toString(StandardCharsets.ISO_8859_1).strip().split(" ", 3);
        boolean isStatusLine = words.length > 1 && words[0].startsWith("HTTP/") && words[1].matches("[1-5]\\d\\d");
        return new HopAnswer(
                isStatusLine ? Integer.parseInt(words[1]) : HopAnswer.CLOSED, System.nanoTime() - startNanos);
    }
}
