package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.scenario.Target;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Creates the servers of a probe from its URLs and their options. It contacts only the resolver.
 *
 * @param owned true if the user has confirmed that the servers may be overloaded
 * @param insecure true to accept any certificate
 * @param headers headers of every request, each {@code Name: value}
 * @param cap maximum number of connections; empty if none was given
 * @param generatesLoad true if Ceiling itself loads the servers
 */
public record ProbedServers(
        boolean owned, boolean insecure, List<String> headers, OptionalInt cap, boolean generatesLoad) {

    /** Creates the servers of a ramp. */
    ProbedServers(boolean owned, boolean insecure, List<String> headers, OptionalInt cap) {
        this(owned, insecure, headers, cap, true);
    }

    /** Creates the servers of an external load tool, which chooses its number of connections itself. */
    public static ProbedServers forExternalLoad(boolean owned, boolean insecure, List<String> headers) {
        return new ProbedServers(owned, insecure, headers, OptionalInt.empty(), false);
    }

    public ProbedServers {
        headers = List.copyOf(headers);
    }

    /**
     * Returns the servers in the order of their URLs.
     *
     * @param urls URLs, at least one
     * @param pids process of each server; none to find them by their ports
     * @param jmx JMX port of each server; none to attach to their JVMs
     * @throws CommandException if the options do not go with the URLs
     */
    List<ProbeRequest.ProbedServer> of(List<TargetUrl> urls, List<Integer> pids, List<String> jmx) {
        requireOneForEach("--pid", "process", pids, urls.size());
        requireOneForEach("--jmx", "JMX port", jmx, urls.size());
        List<ProbeRequest.ProbedServer> servers = new ArrayList<>();
        for (int i = 0; i < urls.size(); i++) {
            Target target = target(urls.get(i));
            requireAnother(servers, target, urls.size());
            servers.add(new ProbeRequest.ProbedServer(
                    target,
                    pids.isEmpty() ? OptionalLong.empty() : pid(pids.get(i), target),
                    jmx.isEmpty() ? Optional.empty() : Optional.of(jmx.get(i)),
                    Optional.empty(),
                    owned && cap.isPresent()));
        }
        return servers;
    }

    /**
     * Returns the single server of a URL, with its process and JMX port if they were given.
     *
     * @throws CommandException if the URL is wrong or one of several, or the options do not go with it
     */
    public ProbeRequest.ProbedServer of(String url, @Nullable Integer pid, @Nullable String jmx) {
        return of(
                        List.of(application(url)),
                        pid == null ? List.of() : List.of(pid),
                        jmx == null ? List.of() : List.of(jmx))
                .get(0);
    }

    /**
     * Returns the server behind a proxy.
     *
     * @param urls URL of the proxy, a single one
     * @param upstream host and port of the server behind it
     * @param pids processes of the proxy and of the server; none to find them by their ports
     * @param jmx JMX port of the server; none to attach to its JVM
     * @throws CommandException if the options do not go together
     */
    ProbeRequest.ProbedServer behind(List<TargetUrl> urls, String upstream, List<Integer> pids, List<String> jmx) {
        if (urls.size() > 1) {
            throw CommandException.badArguments(
                    "--upstream must come with one URL, that of the proxy, was %d".formatted(urls.size()));
        }
        if (!pids.isEmpty() && (pids.size() != 2 || pids.get(0).equals(pids.get(1)))) {
            throw CommandException.badArguments(
                    "--pid must be two processes with --upstream, the proxy and the server behind it, was '%s'"
                            .formatted(joined(pids)));
        }
        requireOneForEach("--jmx", "JMX port of the server behind the proxy", jmx, 1);
        Target proxy = target(urls.get(0));
        Target server = target(TargetUrl.parse("http://" + upstream));
        if (!proxy.onThisHost()) {
            throw CommandException.badArguments("--upstream must come with a proxy on this host, %s is not"
                    .formatted(proxy.endpoint().serverName()));
        }
        if (server.endpoint().address().equals(proxy.endpoint().address())
                && server.endpoint().port() == proxy.endpoint().port()) {
            throw CommandException.badArguments(
                    "--upstream must be the server behind the proxy, was the address of the URL itself: '%s'"
                            .formatted(upstream));
        }
        return new ProbeRequest.ProbedServer(
                server,
                pids.isEmpty() ? OptionalLong.empty() : pid(pids.get(1), server),
                jmx.isEmpty() ? Optional.empty() : Optional.of(jmx.get(0)),
                Optional.of(new ProbeRequest.FrontProxy(
                        proxy, pids.isEmpty() ? OptionalLong.empty() : pid(pids.get(0), proxy))),
                owned && cap.isPresent());
    }

    private TargetUrl application(String url) {
        TargetUrl parsed = TargetUrl.parseOne(url, insecure);
        parsed.requireNoQuery();
        return parsed;
    }

    private static void requireOneForEach(String option, String what, List<?> values, int urls) {
        if (values.isEmpty()) {
            return;
        }
        if (values.size() != urls) {
            throw CommandException.badArguments("%s must be one %s for each URL, %d in all, was %d: '%s'"
                    .formatted(option, what, urls, values.size(), joined(values)));
        }
        if (new HashSet<>(values).size() < urls) {
            throw CommandException.badArguments(
                    "%s must be another %s for each URL, was '%s'".formatted(option, what, joined(values)));
        }
    }

    private static String joined(List<?> values) {
        return String.join(",", values.stream().map(String::valueOf).toList());
    }

    private static void requireAnother(List<ProbeRequest.ProbedServer> before, Target target, int urls) {
        for (int i = 0; i < before.size(); i++) {
            Target.Endpoint earlier = before.get(i).target().endpoint();
            if (earlier.address().equals(target.endpoint().address())
                    && earlier.port() == target.endpoint().port()) {
                throw CommandException.badArguments(
                        "URL %d of %d must be another server than URL %d, which is at %s port %d as well, was '%s'"
                                .formatted(
                                        before.size() + 1,
                                        urls,
                                        i + 1,
                                        earlier.address(),
                                        earlier.port(),
                                        target.endpoint().url()));
            }
        }
    }

    private Target target(TargetUrl where) {
        List<InetAddress> addresses = addresses(where.host());
        boolean loopback = TargetRules.isLoopback(addresses);
        if (generatesLoad) {
            TargetRules.require(loopback, where.host(), cap, owned);
        } else {
            TargetRules.requireOwned(loopback, where.host(), owned);
        }
        InetAddress first = addresses.get(0);
        Target.Endpoint endpoint = new Target.Endpoint(
                where.host(),
                first.getHostAddress(),
                where.port(),
                where.contextPath(),
                where.tls(),
                insecure,
                headers);
        Target target = Target.withAddressOnly(endpoint, loopback || isOfThisHost(first));
        long others = addresses.stream()
                .filter(address -> address.getClass() == first.getClass() && !address.isLoopbackAddress())
                .count();
        return others < 2
                ? target
                : target.withBlindSpot(
                        "the other %d addresses of %s (%s alone gets load; give URLs with commas for all of them)"
                                .formatted(others - 1, where.host(), first.getHostAddress()));
    }

    private static List<InetAddress> addresses(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            throw CommandException.couldNotRun("cannot resolve host '%s'".formatted(host), e);
        }
    }

    private static boolean isOfThisHost(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private static OptionalLong pid(int pid, Target target) {
        if (!target.onThisHost()) {
            throw CommandException.badArguments("--pid must be of a server on this host, %s is not"
                    .formatted(target.endpoint().serverName()));
        }
        return OptionalLong.of(pid);
    }
}
