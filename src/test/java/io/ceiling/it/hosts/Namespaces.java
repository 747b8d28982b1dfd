package io.ceiling.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Hosts that are network namespaces, joined by a bridge in the first of them. Each has one address of 198.18.0.0/15,
 * which is reserved for such tests, and loopback.
 */
final class Namespaces {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final List<String> names = new ArrayList<>();

    private Namespaces() {}

    /** Makes that many hosts, or skips the test where this user or this machine cannot. */
    static Namespaces ofHostsOrSkip(int count) throws IOException, InterruptedException {
        Assumptions.assumeTrue(works("unshare", "--net", "ip", "link"), "network namespaces are made by root, with ip");
        Namespaces made = new Namespaces();
        try {
            made.make(count);
            return made;
        } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
            made.close();
            throw e;
        }
    }

    private void make(int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            String name = "ceiling-it-%d-%d".formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
            ip("netns", "add", name);
            names.add(name);
            in(i, "link", "set", "lo", "up");
        }
        in(0, "link", "add", "bridge", "type", "bridge");
        in(0, "addr", "add", address(0) + "/24", "dev", "bridge");
        in(0, "link", "set", "bridge", "up");
        for (int i = 1; i < count; i++) {
            in(0, "link", "add", link(i), "type", "veth", "peer", "name", "uplink", "netns", names.get(i));
            in(0, "link", "set", link(i), "master", "bridge", "up");
            in(i, "addr", "add", address(i) + "/24", "dev", "uplink");
            in(i, "link", "set", "uplink", "up");
        }
    }

    private static String link(int host) {
        return "to-" + host;
    }

    String address(int host) {
        return "198.18.0." + (host + 1);
    }

    /** Gives a host another address, and returns it. */
    String addAddress(int host) throws IOException, InterruptedException {
        String another = "198.18.0." + (host + 101);
        in(host, "addr", "add", another + "/24", "dev", "uplink");
        return another;
    }

    /** Returns the number of TCP connections of a host that began at that address of it. */
    long connectionsFrom(int host, String address) throws IOException, InterruptedException {
        // In a file of the kernel the bytes of an address are in reverse order.
        String[] bytes = address.split("\\.");
        String local = "%02X%02X%02X%02X:"
                .formatted(
                        Integer.valueOf(bytes[3]),
                        Integer.valueOf(bytes[2]),
                        Integer.valueOf(bytes[1]),
                        Integer.valueOf(bytes[0]));
        return Stream.of("tcp", "tcp6")
                .flatMap(file -> lines(host, file))
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > 3 && fields[1].contains(local))
                .filter(fields -> fields[3].equals("01"))
                .count();
    }

    private Stream<String> lines(int host, String file) {
        try {
            return run("ip", "netns", "exec", names.get(host), "cat", "/proc/net/" + file)
                    .lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    List<String> on(int host) {
        return List.of("ip", "netns", "exec", names.get(host));
    }

    /** Cuts a host off, as if its cable were pulled out. */
    void cutOff(int host) throws IOException, InterruptedException {
        in(0, "link", "set", link(host), "down");
    }

    /**
     * Makes the way to a host slow, in both directions: by a delay where the kernel has one, otherwise by a rate of 20
     * Mbit/s.
     */
    void slow(int host) throws IOException, InterruptedException {
        if (!works(
                "ip",
                "netns",
                "exec",
                names.get(host),
                "tc",
                "qdisc",
                "add",
                "dev",
                "uplink",
                "root",
                "netem",
                "delay",
                "5ms")) {
            for (List<String> end : List.of(List.of(names.get(0), link(host)), List.of(names.get(host), "uplink"))) {
                run(Stream.concat(
                                Stream.of("ip", "netns", "exec", end.get(0)),
                                Stream.of("tc qdisc add dev %s root tbf rate 20mbit burst 16kb latency 50ms"
                                        .formatted(end.get(1))
                                        .split(" ")))
                        .toArray(String[]::new));
            }
        }
    }

    List<Long> processes(int host) throws IOException, InterruptedException {
        return Arrays.stream(run("ip", "netns", "pids", names.get(host)).split("\\s+"))
                .filter(text -> !text.isBlank())
                .map(Long::valueOf)
                .toList();
    }

    private void in(int host, String... arguments) throws IOException, InterruptedException {
        ip(Stream.concat(Stream.of("-n", names.get(host)), Arrays.stream(arguments))
                .toArray(String[]::new));
    }

    private static void ip(String... arguments) throws IOException, InterruptedException {
        String ignored =
                run(Stream.concat(Stream.of("ip"), Arrays.stream(arguments)).toArray(String[]::new));
    }

    private static boolean works(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + ": " + output)
                .isZero();
        return output;
    }

    /** Kills what is left on the hosts, and removes them. */
    void close() throws IOException, InterruptedException {
        for (int i = 0; i < names.size(); i++) {
            processes(i).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            ip("netns", "del", names.get(i));
        }
    }
}
