package io.ceiling.proxy;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.scenario.LimitingFactor;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Reads the statistics socket of a haproxy with two commands that change nothing. */
final class HaproxyStats {

    private static final String COMMANDS = "show info; show stat\n";
    private static final long PATIENCE_MILLIS = 500;
    private static final int MAX_BYTES = 8 << 20;
    private static final String SETTING = "maxconn";
    private static final String HEADING = "# ";

    private HaproxyStats() {}

    /** Returns what the socket answers; empty if it does not, within half a second. */
    static Optional<List<String>> ask(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                Selector selector = Selector.open()) {
            boolean ignored = channel.connect(UnixDomainSocketAddress.of(socket));
            int written = channel.write(ByteBuffer.wrap(COMMANDS.getBytes(StandardCharsets.US_ASCII)));
            if (written < COMMANDS.length()) {
                return Optional.empty();
            }
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            return key.isValid() ? answer(channel, selector) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<List<String>> answer(SocketChannel channel, Selector selector) throws IOException {
        StringBuilder text = new StringBuilder();
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        while (text.length() < MAX_BYTES) {
            if (selector.select(PATIENCE_MILLIS) == 0) {
                return Optional.empty();
            }
            selector.selectedKeys().clear();
            bytes.clear();
            if (channel.read(bytes) < 0) {
                return Optional.of(text.toString().lines().toList());
            }
            text.append(StandardCharsets.ISO_8859_1.decode(bytes.flip()));
        }
        return Optional.empty();
    }

    /**
     * Returns the use of each maxconn in the answer: that of the process, of each frontend and of each server.
     *
     * @param waiting connections that the proxy has not accepted, of which it knows nothing
     * @param ours true for the name of a section and that of a server to which the clients come
     */
    static List<ProxyLimitUse> uses(List<String> answer, Observation waiting, BiPredicate<String, String> ours) {
        List<ProxyLimitUse> uses = new ArrayList<>();
        uses.add(new ProxyLimitUse(
                LimitingFactor.PROXY_MAX_CONNECTIONS,
                SETTING,
                "global",
                Observation.ofNegativeNotSeen(ProcFiles.value(answer, "CurrConns")),
                limit(ProcFiles.value(answer, "Maxconn")),
                waiting));
        List<String> columns = List.of();
        for (String line : answer) {
            if (line.startsWith(HEADING)) {
                columns = Arrays.asList(line.substring(HEADING.length()).split(",", -1));
            } else if (!columns.isEmpty() && !line.isBlank()) {
                use(row(columns, line), waiting, ours).ifPresent(uses::add);
            }
        }
        return uses;
    }

    private static Map<String, String> row(List<String> columns, String line) {
        Map<String, String> row = new HashMap<>();
        String[] cells = line.split(",", -1);
        for (int i = 0; i < Math.min(columns.size(), cells.length); i++) {
            row.put(columns.get(i), cells[i]);
        }
        return row;
    }

    private static Optional<ProxyLimitUse> use(
            Map<String, String> row, Observation waiting, BiPredicate<String, String> ours) {
        String proxy = row.getOrDefault("pxname", "");
        String server = row.getOrDefault("svname", "");
        Limit limit = limit(ProcFiles.number(row.getOrDefault("slim", "")));
        // The limit of a backend only scales the limits of its servers, and stops nothing.
        if (!limit.isNumber() || server.equals("BACKEND") || !ours.test(proxy, server)) {
            return Optional.empty();
        }
        boolean frontend = server.equals("FRONTEND");
        return Optional.of(new ProxyLimitUse(
                LimitingFactor.PROXY_MAX_CONNECTIONS,
                SETTING,
                frontend ? "frontend " + proxy : "server %s/%s".formatted(proxy, server),
                Observation.ofNegativeNotSeen(ProcFiles.number(row.getOrDefault("scur", ""))),
                limit,
                frontend ? waiting : Observation.ofNegativeNotSeen(ProcFiles.number(row.getOrDefault("qcur", "")))));
    }

    private static Limit limit(long number) {
        return number > 0 ? Limit.of(number) : Limit.NOT_SEEN;
    }
}
