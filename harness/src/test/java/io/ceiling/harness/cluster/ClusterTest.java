package io.ceiling.harness.cluster;

import static io.ceiling.harness.cluster.Members.LOOPBACK;
import static io.ceiling.harness.cluster.Members.PATIENCE;
import static io.ceiling.harness.cluster.Members.VERSION;
import static io.ceiling.harness.cluster.Members.await;
import static io.ceiling.harness.cluster.Members.bytes;
import static io.ceiling.harness.cluster.Members.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.cluster.Members.Node;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ClusterTest {

    @TempDir
    Path folder;

    @Test
    void aNodeJoinsAndAnswersShortAndLongCalls() throws Exception {
        byte[] long3 = new byte[3 << 20];
        new Random(1).nextBytes(long3);
        byte[] most = new byte[Frame.MOST_BODY_BYTES];
        try (Members members = new Members(folder)) {
            Joined node = members.join("a", Node.echo());

            assertThat(members.founder.members()).containsExactly("a");
            assertThat(node.founder()).isEqualTo(new Identity("founder", VERSION));
            NodeLink link = members.link("a");
            assertThat(text(link.call(bytes("hello"), PATIENCE))).isEqualTo("hello");
            assertThat(link.call(new byte[0], PATIENCE)).isEmpty();
            assertThat(link.call(long3, PATIENCE)).isEqualTo(long3);
            assertThat(link.call(most, PATIENCE)).isEqualTo(most);
            assertThat(node.dropped()).isZero();
        }
    }

    @Test
    void manyCallsAreInFlightAtOnceAndEachGetsItsAnswer() throws Exception {
        int calls = 400;
        CountDownLatch together = new CountDownLatch(8);
        ExecutorService callers = Executors.newFixedThreadPool(16);
        try (Members members = new Members(folder)) {
            for (String name : List.of("a", "b")) {
                members.join(name, new Node(request -> {
                    // Only calls that overlap get past this.
                    together.countDown();
                    together.await();
                    return bytes(name + text(request));
                }));
            }
            List<NodeLink> links = members.founder.awaitNodes(List.of("b", "a"), PATIENCE);

            List<Future<String>> answers = IntStream.range(0, calls)
                    .mapToObj(i ->
                            callers.submit(() -> text(links.get(i % 2).call(bytes(Integer.toString(i)), PATIENCE))))
                    .toList();

            for (int i = 0; i < calls; i++) {
                assertThat(answers.get(i).get()).isEqualTo((i % 2 == 0 ? "b" : "a") + i);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void aFailureOfTheHandlerIsOneLineWithTheNodesName() throws Exception {
        try (Members members = new Members(folder)) {
            members.join("a", new Node(request -> {
                throw new IllegalStateException("no\nsuch \u001b[31mserver");
            }));
            members.join("b", new Node(request -> new byte[Frame.MOST_BODY_BYTES + 1]));

            assertThatThrownBy(() -> members.link("a").call(bytes("x"), PATIENCE))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("node a: no?such ?[31mserver");
            assertThatThrownBy(() -> members.link("b").call(bytes("x"), PATIENCE))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("node b: an answer of 4194305 bytes is too long, at most 4194304 are sent at once");
            assertThatThrownBy(() -> members.link("b").call(new byte[Frame.MOST_BODY_BYTES + 1], PATIENCE))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aCallEndsInTimeAndALateAnswerDisturbsNothing() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        try (Members members = new Members(folder)) {
            members.join("a", new Node(request -> {
                if (text(request).equals("slow")) {
                    late.await();
                }
                return request;
            }));
            NodeLink link = members.link("a");

            assertThatThrownBy(() -> link.call(bytes("slow"), Duration.ofMillis(50)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("node a: no answer within 50 ms");
            late.countDown();
            assertThat(text(link.call(bytes("fast"), PATIENCE))).isEqualTo("fast");
        }
    }

    @Test
    void aNodeThatLeavesIsLostAtOnceAndEndsItsCalls() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        try (Members members = new Members(folder)) {
            Node handler = new Node(request -> {
                called.countDown();
                new CountDownLatch(1).await();
                return request;
            });
            Joined node = members.join("a", handler);
            members.join("b", Node.echo());
            NodeLink link = members.link("a");
            CompletableFuture<byte[]> pending = CompletableFuture.supplyAsync(() -> link.call(bytes("x"), PATIENCE));
            called.await();

            node.close();

            assertThatThrownBy(pending::join).hasRootCauseMessage("node a: it has left");
            await(() -> !members.founder.lost().isEmpty());
            assertThat(members.founder.lost()).containsExactly(new LostNode("a", "it has left"));
            assertThat(members.founder.members()).containsExactly("b");
            assertThatThrownBy(() -> link.call(bytes("x"), PATIENCE))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("node a: it has left");
            assertThat(handler.gone).hasValue(0);
            assertThat(text(members.link("b").call(bytes("y"), PATIENCE))).isEqualTo("y");

            // Under its old name, as a process that was started again.
            members.join("a", Node.echo());
            assertThat(members.founder.members()).containsExactly("b", "a");
        }
    }

    @Test
    void everyNodeHearsOnceThatItsFounderIsGoneAndNoneTakesItsPlace() throws Exception {
        Node a = Node.echo();
        Node b = Node.echo();
        try (Members members = new Members(folder)) {
            members.join("a", a);
            members.join("b", b);
            NodeLink link = members.link("a");
            int port = members.founder.port();

            members.founder.close();

            a.founderGone.await();
            b.founderGone.await();
            assertThatThrownBy(() -> link.call(bytes("x"), PATIENCE))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("node a: the cluster was closed");
            assertThatThrownBy(() -> Joined.join(
                            LOOPBACK,
                            port,
                            members.key,
                            new Identity("c", VERSION),
                            LOOPBACK,
                            Node.echo(),
                            Duration.ofMillis(300)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageStartingWith("no founder at 127.0.0.1:" + port + ": ");
        }
        assertThat(a.gone).hasValue(1);
        assertThat(b.gone).hasValue(1);
    }

    @Test
    void awaitedNodesThatAreMissingAreNamed() throws Exception {
        try (Members members = new Members(folder)) {
            members.join("a", Node.echo());

            assertThat(members.founder.awaitNodes(1, PATIENCE)).hasSize(1);
            assertThatThrownBy(() -> members.founder.awaitNodes(List.of("a", "b"), Duration.ofMillis(20)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("expected nodes a, b within 0 s, got a");
        }
    }

    @Test
    void aNodeMayAwaitAFounderThatIsNotThereYet() throws Exception {
        ClusterKey key = ClusterKey.create(folder.resolve("key"));
        Identity identity = new Identity("founder", VERSION);
        int port;
        try (Founder first = Founder.found(LOOPBACK, 0, key, identity)) {
            port = first.port();
        }
        CompletableFuture<Joined> joining = CompletableFuture.supplyAsync(
                () -> Joined.join(LOOPBACK, port, key, new Identity("a", VERSION), LOOPBACK, Node.echo(), PATIENCE));
        try (Founder second = Founder.found(LOOPBACK, port, key, identity);
                Joined node = joining.join()) {
            assertThat(node.founder()).isEqualTo(identity);
            assertThat(second.members()).containsExactly("a");
        }
    }
}
