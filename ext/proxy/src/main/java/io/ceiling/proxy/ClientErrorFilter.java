package io.ceiling.proxy;

import io.ceiling.harness.scenario.Target;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects the lines of a proxy's error log that are about the clients of one address: nginx and Apache log the client's
 * address, nginx also the requested host. Pure functions.
 *
 * @param hosts what the clients may send as Host; empty for anything
 * @param loopback true if all clients are on loopback
 */
record ClientErrorFilter(List<String> hosts, boolean loopback) {

    private static final Pattern CLIENT = Pattern.compile("\\bclient:? ([0-9a-fA-F.:]+)");
    private static final Pattern HOST = Pattern.compile("\\bhost: \"([^\"]*)\"");

    ClientErrorFilter {
        hosts = List.copyOf(hosts);
    }

    static ClientErrorFilter of(Target.Endpoint clients) {
        String name = clients.serverName().contains(":") ? "[" + clients.serverName() + "]" : clients.serverName();
        boolean other = clients.headers().stream()
                .anyMatch(header -> header.toLowerCase(Locale.ROOT).startsWith("host:"));
        return new ClientErrorFilter(
                other ? List.of() : List.of(name, "%s:%d".formatted(name, clients.port())),
                clients.address().startsWith("127.") || clients.address().matches("[0:]*:0*1"));
    }

    /** Returns false for a line that names another client or another host. */
    boolean isOfClients(String line) {
        Matcher client = CLIENT.matcher(line);
        Matcher host = HOST.matcher(line);
        boolean elsewhere = loopback
                && client.find()
                && !client.group(1).startsWith("127.")
                && !client.group(1).startsWith("::1");
        return !elsewhere && (hosts.isEmpty() || !host.find() || hosts.contains(host.group(1)));
    }
}
