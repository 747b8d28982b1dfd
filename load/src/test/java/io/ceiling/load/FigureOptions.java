package io.ceiling.load;

import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Options of {@link LoadFigures}, as {@code --name=value}. */
record FigureOptions(Map<String, String> values) {

    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    static FigureOptions parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.replaceFirst("^--", "").split("=", 2);
            values.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        return new FigureOptions(values);
    }

    FigureOptions with(String name, Object value) {
        Map<String, String> changed = new HashMap<>(values);
        changed.put(name, String.valueOf(value));
        return new FigureOptions(changed);
    }

    FigureOptions otherwise(String name, Object value) {
        return has(name) ? this : with(name, value);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(text(name, String.valueOf(otherwise)));
    }

    InetSocketAddress server() {
        URI uri = URI.create("http://" + text("server", ""));
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    ChannelTransport transport() {
        return ChannelTransport.valueOf(text("transport", "WEBSOCKET").toUpperCase(Locale.ROOT));
    }

    LoadPlan plan() {
        LoadWorkload workload = LoadWorkload.named(text("workload", "keep-alive"));
        InetSocketAddress server = server();
        int length = number("length", 100);
        ServerAddress address = new ServerAddress(
                server.getHostString(),
                server.getPort(),
                text("context", "/ceiling"),
                has("tls") ? new Access(server.getHostString(), true, true, "") : null);
        LoadPlan plan = workload == LoadWorkload.CHANNELS
                ? LoadPlan.channels(address, new ChannelPlan(transport(), number("identifiers", 10_000), 0, 1, 0))
                : LoadPlan.of(address, workload);
        return plan.withBodies(length, length)
                .withSourceAddresses(number("sources", 4))
                .withTimeouts(TIMEOUT_NANOS, TIMEOUT_NANOS);
    }
}
