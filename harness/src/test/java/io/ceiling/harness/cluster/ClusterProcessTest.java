package io.ceiling.harness.cluster;

import static io.ceiling.harness.cluster.Members.LOOPBACK;
import static io.ceiling.harness.cluster.Members.PATIENCE;
import static io.ceiling.harness.cluster.Members.SHORT;
import static io.ceiling.harness.cluster.Members.VERSION;
import static io.ceiling.harness.cluster.Members.await;
import static io.ceiling.harness.cluster.Members.bytes;
import static io.ceiling.harness.cluster.Members.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.cluster.Members.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Members in processes of their own, which are killed and stopped. */
@EnabledOnOs(OS.LINUX)
@Timeout(180)
class ClusterProcessTest {

    @TempDir
    Path folder;

    private final List<Process> children = new ArrayList<>();

    @AfterEach
    void end() {
        children.forEach(Process::destroyForcibly);
    }

    @Test
    void aKilledNodeIsLostAndEndsItsCalls() throws Exception {
        try (Members members = new Members(folder, SHORT)) {
            Child node = node(members, "a");
            members.join("b", Node.echo());
            NodeLink link = members.link("a");
            assertThat(text(link.call(bytes("x"), PATIENCE))).isEqualTo("x");
            CompletableFuture<byte[]> pending =
                    CompletableFuture.supplyAsync(() -> link.call(bytes("for ever"), Duration.ofSeconds(100)));
            node.await("called");

            long before = System.nanoTime();
            node.process.destroyForcibly();

            assertThatThrownBy(pending::join)
                    .hasRootCauseMessage("node a: it has ended, or cannot be reached any more");
            printMillis("a killed node is lost", before);
            assertThat(members.founder.members()).containsExactly("b");
            assertThat(node.errors()).isEmpty();
        }
    }

    @Test
    void aStoppedNodeIsLostWhileTheOthersAreServed() throws Exception {
        byte[] most = new byte[Frame.MOST_BODY_BYTES];
        try (Members members = new Members(folder, SHORT)) {
            Child node = node(members, "a");
            members.join("b", Node.echo());
            NodeLink stopped = members.link("a");
            NodeLink other = members.link("b");
            assertThat(stopped.call(most, PATIENCE)).hasSize(most.length);

            long before = System.nanoTime();
            signal("STOP", node.process);
            List<CompletableFuture<byte[]>> pending = Stream.generate(
                            () -> CompletableFuture.supplyAsync(() -> stopped.call(most, Duration.ofSeconds(100))))
                    .limit(4)
                    .toList();
            while (members.founder.lost().isEmpty()) {
                assertThat(other.call(most, PATIENCE)).hasSize(most.length);
            }

            printMillis("a stopped node is lost", before);
            assertThat(members.founder.lost())
                    .containsExactly(new LostNode("a", "it has ended, or cannot be reached any more"));
            pending.forEach(call -> assertThatThrownBy(call::join)
                    .hasRootCauseMessage("node a: it has ended, or cannot be reached any more"));
            assertThat(members.founder.members()).containsExactly("b");

            signal("CONT", node.process);
            before = System.nanoTime();
            node.await("founder gone");
            printMillis("the node that goes on knows that it was given up", before);
            assertThat(node.process.waitFor()).isZero();
            assertThat(node.errors()).isEmpty();
            assertThat(text(other.call(bytes("x"), PATIENCE))).isEqualTo("x");
        }
    }

    @Test
    void nodesOfAKilledFounderHearThatItIsGone() throws Exception {
        ClusterKey key = ClusterKey.create(folder.resolve("key"));
        Child founder = child("founder", "0", "founder");
        int port = Integer.parseInt(founder.line());
        Node a = Node.echo();
        Node b = Node.echo();
        try (Joined first = join(port, key, "a", a);
                Joined second = join(port, key, "b", b)) {
            assertThat(listening(founder.process.pid())).containsExactly("127.0.0.1:" + port);

            long before = System.nanoTime();
            founder.process.destroyForcibly();
            a.founderGone.await();
            b.founderGone.await();

            printMillis("nodes know that their founder was killed", before);
            assertThat(List.of(first.dropped(), second.dropped())).containsExactly(0L, 0L);
            assertThat(founder.errors()).isEmpty();
        }
        assertThat(a.gone).hasValue(1);
        assertThat(b.gone).hasValue(1);
    }

    @Test
    void nodesOfAStoppedFounderHearThatItIsGone() throws Exception {
        ClusterKey key = ClusterKey.create(folder.resolve("key"));
        Child founder = child("founder", "0", "founder");
        int port = Integer.parseInt(founder.line());
        Node a = Node.echo();
        Node b = Node.echo();
        try (Joined first = join(port, key, "a", a);
                Joined second = join(port, key, "b", b)) {
            assertThat(first.founder()).isEqualTo(second.founder());

            long before = System.nanoTime();
            signal("STOP", founder.process);
            a.founderGone.await();
            b.founderGone.await();

            printMillis("nodes know that their founder was stopped", before);
        }
    }

    @Test
    void aNodeListensAtOnePortOfItsAddressAndAnotherKeyIsOneLineThere() throws Exception {
        try (Members members = new Members(folder, SHORT)) {
            Child node = node(members, "a");
            members.link("a");

            assertThat(listening(node.process.pid())).hasSize(1).allMatch(address -> address.startsWith("127.0.0.1:"));

            Files.delete(folder.resolve("key"));
            ClusterKey.create(folder.resolve("key"));
            long before = System.nanoTime();
            Child stranger = child("node", Integer.toString(members.founder.port()), "b");
            assertThat(stranger.line())
                    .isEqualTo("the founder at 127.0.0.1:%d did not let this node in: wrong key?"
                            .formatted(members.founder.port()));
            printMillis("a node with another key gives up, its start included", before);
            assertThat(stranger.process.waitFor()).isEqualTo(3);
            assertThat(stranger.errors()).isEmpty();
            assertThat(members.founder.members()).containsExactly("a");
        }
    }

    private static Joined join(int port, ClusterKey key, String name, Handler handler) {
        return Joined.join(LOOPBACK, port, key, new Identity(name, VERSION), LOOPBACK, handler, PATIENCE, SHORT);
    }

    private Child node(Members members, String name) throws IOException {
        Child child = child("node", Integer.toString(members.founder.port()), name);
        child.await("joined");
        return child;
    }

    /** Starts a member in a process of its own; the key goes over its standard input. */
    private Child child(String role, String port, String name) throws IOException {
        Path errors = folder.resolve(name + ".err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        role,
                        port,
                        name)
                .redirectError(errors.toFile())
                .start();
        children.add(process);
        try (OutputStream in = process.getOutputStream()) {
            Files.copy(folder.resolve("key"), in);
        }
        return new Child(process, process.inputReader(StandardCharsets.UTF_8), errors);
    }

    private record Child(Process process, BufferedReader lines, Path standardError) {

        String line() throws IOException {
            return String.valueOf(lines.readLine());
        }

        void await(String expected) throws IOException {
            assertThat(line()).isEqualTo(expected);
        }

        String errors() throws IOException {
            return Files.readString(standardError);
        }
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static void printMillis(String what, long sinceNanos) {
        System.out.printf("%s: %d ms%n", what, (System.nanoTime() - sinceNanos) / 1_000_000);
    }

    /** Returns at which addresses a process accepts connections or datagrams, as address:port, of IPv4 alone in words. */
    private static Set<String> listening(long pid) throws IOException {
        Set<String> own;
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            own = descriptors.map(ClusterProcessTest::socket).collect(Collectors.toSet());
        }
        return Stream.of("tcp", "tcp6", "udp", "udp6")
                .flatMap(table -> lines(Path.of("/proc/net", table)).stream().skip(1))
                .map(line -> line.strip().split(" +"))
                .filter(fields -> own.contains("socket:[" + fields[9] + "]"))
                .filter(fields -> fields[3].equals("0A") || fields[3].equals("07"))
                .map(fields -> readable(fields[1]))
                .collect(Collectors.toSet());
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String socket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** The kernel writes an address as hexadecimal words in the order of the host; IPv4 may be wrapped in IPv6. */
    private static String readable(String address) {
        int colon = address.indexOf(':');
        String word = address.substring(0, colon);
        int port = Integer.parseInt(address.substring(colon + 1), 16);
        if (word.length() > 8 && !word.startsWith("0000000000000000FFFF0000")) {
            return word + ":" + port;
        }
        long value = Long.parseLong(word.substring(word.length() - 8), 16);
        return "%d.%d.%d.%d:%d".formatted(value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24 & 255, port);
    }

    /** A founder or a node. It prints what happens, and nothing else prints. */
    static final class Main {

        private Main() {}

        public static void main(String[] arguments) throws Exception {
            ClusterKey key = ClusterKey.read(System.in);
            int port = Integer.parseInt(arguments[1]);
            Identity identity = new Identity(arguments[2], VERSION);
            try {
                if (arguments[0].equals("founder")) {
                    System.out.println(
                            Founder.found(LOOPBACK, port, key, identity, SHORT).port());
                } else {
                    Joined.join(LOOPBACK, port, key, identity, LOOPBACK, new Echo(), PATIENCE, SHORT);
                    System.out.println("joined");
                }
            } catch (ClusterException e) {
                System.out.println(e.getMessage());
                System.exit(3);
            }
            await(() -> false);
        }
    }

    private static final class Echo implements Handler {

        @Override
        public byte[] answer(byte[] request) {
            if (text(request).equals("for ever")) {
                System.out.println("called");
                await(() -> false);
            }
            return request;
        }

        @Override
        public void founderGone() {
            System.out.println("founder gone");
            System.exit(0);
        }
    }
}
