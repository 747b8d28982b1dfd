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
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Version;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is not let in, and that founder and nodes go on. */
@Timeout(120)
class RefusalsTest {

    @TempDir
    Path folder;

    @Test
    void anotherVersionIsRefusedWithBothVersionsOnBothSides() throws Exception {
        try (Members members = new Members(folder)) {
            String line =
                    "node a was refused: it has version 9.9 and the founder has 1.2.3; install one version on both hosts";

            assertThatThrownBy(() -> members.join(members.key, new Identity("a", "9.9"), Node.echo()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage(line);
            assertThat(members.founder.refused()).containsExactly(line);
            assertThat(members.founder.members()).isEmpty();
            assertThatThrownBy(() -> members.founder.awaitNodes(1, Duration.ZERO))
                    .hasMessage("expected 1 nodes within 0 s, got none; " + line);
            assertThat(members.founder.lost()).isEmpty();
        }
    }

    @Test
    void aNameThatIsTakenIsRefused() throws Exception {
        try (Members members = new Members(folder)) {
            members.join("a", Node.echo());

            for (String name : List.of("a", "founder")) {
                assertThatThrownBy(() -> members.join(name, Node.echo()))
                        .isInstanceOf(ClusterException.class)
                        .hasMessage(
                                "node %s was refused: a member of that name is there already; give it another name",
                                name);
            }
            assertThat(members.founder.members()).containsExactly("a");
            assertThat(text(members.link("a").call(bytes("x"), PATIENCE))).isEqualTo("x");
        }
    }

    @Test
    void anotherKeyIsRefusedInOneLineAndDisturbsNobody() throws Exception {
        ClusterKey other = ClusterKey.create(folder.resolve("other"));
        try (Members members = new Members(folder, SHORT)) {
            members.join("a", Node.echo());

            assertThatThrownBy(() -> members.join(other, new Identity("b", VERSION), Node.echo()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage(
                            "the founder at 127.0.0.1:%d did not let this node in: wrong key?", members.founder.port());
            assertThat(members.founder.refused())
                    .isNotEmpty()
                    .allMatch(line -> line.matches("a stranger at 127.0.0.1:\\d+ was refused: .*"));
            assertThat(members.founder.members()).containsExactly("a");
            assertThat(text(members.link("a").call(bytes("x"), PATIENCE))).isEqualTo("x");
        }
    }

    @Test
    void aStrangerWhoSpeaksJGroupsIsNoMemberAndCallsNothing() throws Exception {
        try (Members members = new Members(folder)) {
            Joined node = members.join("a", new Node(request -> {
                throw new AssertionError("a stranger has called this node");
            }));
            int founder = members.founder.port();

            try (JChannel stranger = stranger(founder)) {
                stranger.connect("ceiling");
                assertThat(stranger.getView().size()).isEqualTo(1);
                stranger.send(new BytesMessage(
                        new IpAddress(LOOPBACK, founder), new Frame(Frame.Kind.CALL, 1, bytes("x")).bytes()));
                await(() -> !members.founder.refused().isEmpty());
            }

            assertThat(members.founder.members()).containsExactly("a");
            assertThat(members.founder.lost()).isEmpty();
            assertThat(node.dropped()).isZero();
        }
    }

    private static JChannel stranger(int founder) throws Exception {
        TCP tcp = new TCP();
        tcp.setBindAddress(InetAddress.getLoopbackAddress());
        tcp.setBindPort(freePort());
        TCPPING ping = new TCPPING();
        ping.setInitialHosts(List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), founder)));
        return new JChannel(
                tcp,
                ping,
                new NAKACK2().useMcastXmit(false),
                new UNICAST3(),
                new GMS().printLocalAddress(false).setJoinTimeout(300));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void garbageAndSilenceAtThePortDisturbNobody() throws Exception {
        Random random = new Random(7);
        try (Members members = new Members(folder)) {
            members.join("a", Node.echo());
            int port = members.founder.port();

            try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port)) {
                for (int i = 0; i < 10; i++) {
                    byte[] garbage = new byte[random.nextInt(5_000)];
                    random.nextBytes(garbage);
                    write(port, garbage);
                    // Past the cookie and the version of JGroups, with the address of nobody.
                    write(port, greeted(garbage));
                }
                assertThat(silent.isConnected()).isTrue();
                members.join("b", Node.echo());
            }

            assertThat(members.founder.members()).containsExactly("a", "b");
            assertThat(text(members.link("a").call(bytes("x"), PATIENCE))).isEqualTo("x");
            assertThat(text(members.link("b").call(bytes("x"), PATIENCE))).isEqualTo("x");
        }
    }

    private static void write(int port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            while (socket.getInputStream().read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            // The founder has closed it before all was written.
        }
    }

    private static byte[] greeted(byte[] rest) throws Exception {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(new byte[] {'b', 'e', 'l', 'a'});
        out.writeShort(Version.version);
        IpAddress address = new IpAddress(LOOPBACK, 9);
        out.writeShort(address.serializedSize());
        address.writeTo(out);
        out.writeInt(rest.length);
        out.write(rest);
        return bytes.toByteArray();
    }

    @Test
    void aPortThatIsTakenIsOneLine() throws Exception {
        try (Members members = new Members(folder)) {
            int port = members.founder.port();

            assertThatThrownBy(() -> Founder.found(LOOPBACK, port, members.key, new Identity("x", VERSION)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage(
                            "cannot listen for the cluster at 127.0.0.1:%d: the port is taken; give another, or 0 for one that is free",
                            port);
        }
    }

    @Test
    void addressesThatAreNotOfThisHostAreOneLine() {
        ClusterKey key = ClusterKey.create(folder.resolve("key"));

        assertThatThrownBy(() -> Founder.found("192.0.2.1", 0, key, new Identity("x", VERSION)))
                .isInstanceOf(ClusterException.class)
                .hasMessage("cannot listen for the cluster at 192.0.2.1: no interface of this host has that address");
        assertThatThrownBy(() -> Founder.found("0.0.0.0", 0, key, new Identity("x", VERSION)))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("cannot listen for the cluster at 0.0.0.0: ");
        assertThatThrownBy(() -> Joined.join(
                        "no.such.host.invalid", 1, key, new Identity("x", VERSION), LOOPBACK, Node.echo(), PATIENCE))
                .isInstanceOf(ClusterException.class)
                .hasMessage("no founder at no.such.host.invalid:1: no such host");
    }

    /** A host that drops every packet, or a listener whose queue is full. */
    @Test
    void aFounderThatCannotBeReachedIsOneLineInTime() throws Exception {
        ClusterKey key = ClusterKey.create(folder.resolve("key"));
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = deaf.getLocalPort();

            // It accepts, and never answers as a founder.
            assertThatThrownBy(() -> Joined.join(
                            LOOPBACK,
                            port,
                            key,
                            new Identity("x", VERSION),
                            LOOPBACK,
                            Node.echo(),
                            Duration.ofSeconds(1),
                            SHORT))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageMatching("the founder at .* did not let this node in: wrong key\\?|no founder at .*");
        }
    }
}
