package io.ceiling.proxy;

import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Detects whether the process that listens at an address is a proxy, of any make, for another server of this host.
 *
 * <p>Notes. Requests for a page that does not exist go to the address. A process that forwards them to one other
 * listener, and gives the same answer as that listener, is a proxy. An application that calls a service or a database
 * does not call it for pages that it does not have, and so nothing is sent to these.
 */
final class UpstreamSearch {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    // A long path, so that its bytes are not taken for a query of a database.
    private static final int PATH_LENGTH = 1_000;

    private static final int REQUESTS = 6;

    // What is left of a long path once a tunnel has compressed it.
    private static final int MIN_COMPRESSED_BYTES = PATH_LENGTH / 4;

    private final Target clients;
    private final String path;

    UpstreamSearch(Target clients) {
        this.clients = clients;
        // Not a secret: random only so that a compression does not shorten it much.
        this.path = "/ceiling-asks-" + Long.toString(System.nanoTime(), Character.MAX_RADIX)
                + new SplittableRandom()
                        .ints(PATH_LENGTH, 'a', 'z' + 1)
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining());
    }

    /** Returns the server behind the address; empty if none is found. Blocks for some requests, each 5 s at most, and as long in between. */
    Optional<Target> find() throws InterruptedException {
        try {
            InetAddress address = InetAddress.getByName(clients.endpoint().address());
            Optional<ForwardedTraffic.ForwardingProcess> process =
                    ForwardedTraffic.listening(address, clients.endpoint().port());
            return process.isPresent() ? find(process.get()) : Optional.empty();
        } catch (IOException e) {
            // The probe itself reports a server that does not answer.
            return Optional.empty();
        }
    }

    /**
     * Returns the address on another host to which the listener forwards requests, as a tunnel or a proxy does; empty
     * if there is none. Traffic without a request does not count.
     */
    Optional<String> leadsElsewhere() throws InterruptedException {
        List<ControlConnection> open = new ArrayList<>();
        try {
            Optional<ForwardedTraffic.ForwardingProcess> process = ForwardedTraffic.listening(
                    InetAddress.getByName(clients.endpoint().address()),
                    clients.endpoint().port());
            return process.isEmpty() ? Optional.empty() : leadsElsewhere(process.get(), open);
        } catch (IOException e) {
            return Optional.empty();
        } finally {
            open.forEach(ControlConnection::close);
        }
    }

    private Optional<String> leadsElsewhere(ForwardedTraffic.ForwardingProcess process, List<ControlConnection> open)
            throws IOException, InterruptedException {
        ForwardedTraffic before = ForwardedTraffic.now(process);
        long startNanos = System.nanoTime();
        ask(open);
        long tookNanos = System.nanoTime() - startNanos;
        ForwardedTraffic afterRequest = ForwardedTraffic.now(process);
        List<InetSocketAddress> firstHosts = afterRequest.sentElsewhereSince(before, MIN_COMPRESSED_BYTES);
        if (firstHosts.isEmpty()) {
            return Optional.empty();
        }
        TimeUnit.NANOSECONDS.sleep(tookNanos);
        ForwardedTraffic afterPause = ForwardedTraffic.now(process);
        ask(open);
        List<InetSocketAddress> secondHosts =
                ForwardedTraffic.now(process).sentElsewhereSince(afterPause, MIN_COMPRESSED_BYTES);
        return secondHosts.stream()
                .filter(firstHosts::contains)
                .filter(host -> !afterPause
                        .sentElsewhereSince(afterRequest, MIN_COMPRESSED_BYTES)
                        .contains(host))
                .findFirst()
                .map(host -> "%s, which listens there, passes requests on to %s port %d"
                        .formatted(process.program(), host.getAddress().getHostAddress(), host.getPort()));
    }

    private Optional<Target> find(ForwardedTraffic.ForwardingProcess process) throws IOException, InterruptedException {
        // Clients stay connected: a proxy may close its connection to the server when they leave, without a trace.
        List<ControlConnection> open = new ArrayList<>();
        try {
            ForwardedTraffic before = ForwardedTraffic.now(process);
            ControlConnection.HttpAnswer answer = ask(open);
            ForwardedTraffic after = ForwardedTraffic.now(process);
            List<InetSocketAddress> sent = after.sentSince(before, PATH_LENGTH);
            return singleSameAnswer(sent.isEmpty() ? confirmByRequests(process, before, after, open) : sent, answer);
        } finally {
            open.forEach(ControlConnection::close);
        }
    }

    // Repeats the request, and observes as long without one: then, too, other processes open connections.
    private List<InetSocketAddress> confirmByRequests(
            ForwardedTraffic.ForwardingProcess process,
            ForwardedTraffic first,
            ForwardedTraffic second,
            List<ControlConnection> open)
            throws IOException, InterruptedException {
        List<List<InetSocketAddress>> withRequest = new ArrayList<>(List.of(second.connectedSince(first)));
        List<List<InetSocketAddress>> withoutRequest = new ArrayList<>();
        ForwardedTraffic before = second;
        while (withRequest.size() < REQUESTS
                && !connectedByRequests(withRequest, withoutRequest).isEmpty()) {
            long startNanos = System.nanoTime();
            ask(open);
            long tookNanos = System.nanoTime() - startNanos;
            ForwardedTraffic after = ForwardedTraffic.now(process);
            withRequest.add(after.connectedSince(before));
            TimeUnit.NANOSECONDS.sleep(tookNanos);
            before = ForwardedTraffic.now(process);
            withoutRequest.add(before.anyConnectedSince(after));
        }
        return connectedByRequests(withRequest, withoutRequest);
    }

    /**
     * Returns the listeners that got a connection with every request, and at most once without a request, as by a
     * health check of a proxy.
     *
     * @param withRequest listeners that got connections during each request
     * @param withoutRequest the same for times as long, without a request
     */
    static List<InetSocketAddress> connectedByRequests(
            List<List<InetSocketAddress>> withRequest, List<List<InetSocketAddress>> withoutRequest) {
        return withRequest.get(0).stream()
                .filter(server -> withRequest.stream().allMatch(each -> each.contains(server)))
                .filter(server -> withoutRequest.stream()
                                .filter(each -> each.contains(server))
                                .count()
                        <= 1)
                .toList();
    }

    private ControlConnection.HttpAnswer ask(List<ControlConnection> open) throws IOException {
        ControlConnection connection = new ControlConnection(clients);
        open.add(connection);
        return connection.send("GET", path, PATIENCE);
    }

    private Optional<Target> singleSameAnswer(List<InetSocketAddress> found, ControlConnection.HttpAnswer answer) {
        List<Target> same = new ArrayList<>();
        for (InetSocketAddress each : found) {
            Target behind = behind(each);
            if (answersAs(answer, behind)) {
                same.add(behind);
            }
        }
        return same.size() == 1 ? Optional.of(same.get(0)) : Optional.empty();
    }

    private boolean answersAs(ControlConnection.HttpAnswer answer, Target behind) {
        try (ControlConnection connection = new ControlConnection(behind)) {
            return isSame(answer, connection.send("GET", path, PATIENCE));
        } catch (IOException e) {
            return false;
        }
    }

    /** Compares without digits: error pages contain times and numbers of requests. */
    static boolean isSame(ControlConnection.HttpAnswer one, ControlConnection.HttpAnswer other) {
        return one.status() == other.status() && withoutNumbers(one).equals(withoutNumbers(other));
    }

    private static String withoutNumbers(ControlConnection.HttpAnswer answer) {
        return answer.body().replaceAll("[0-9]+", "").toLowerCase(Locale.ROOT);
    }

    private Target behind(InetSocketAddress at) {
        return Target.withAddressOnly(
                new Target.Endpoint(
                        at.getAddress().getHostAddress(),
                        at.getAddress().getHostAddress(),
                        at.getPort(),
                        clients.endpoint().contextPath(),
                        false,
                        false,
                        clients.endpoint().headers()),
                true);
    }
}
