package io.ceiling.load.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.SelfSigned;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * TLS over a socket that reports bytes once, as epoll does with edges, however it cuts them and however few bytes it
 * accepts: what the server has sent must be read without another event.
 */
@SuppressWarnings("NullAway.Init")
class TlsWireTest {

    private static final byte[] REQUEST = bytes(3_000, 1);
    private static SSLContext server;
    private static TlsClient client;
    private static TlsClient other;

    @BeforeContainer
    static void makeCertificates() throws Exception {
        Path folder = Files.createTempDirectory("tls-wire");
        KeyStore keys = SelfSigned.keys(folder);
        server = SelfSigned.context(keys);
        client = client(SelfSigned.certificate(keys));
        Files.delete(folder.resolve("store.p12"));
        other = client(SelfSigned.certificate(SelfSigned.keys(folder)));
        Files.delete(folder.resolve("store.p12"));
        Files.delete(folder);
    }

    private static TlsClient client(String certificate) {
        Access access = new Access("127.0.0.1", true, false, "", certificate, Compression.NONE);
        return Objects.requireNonNull(TlsClient.of(new ServerAddress("127.0.0.1", 443, "", access)));
    }

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /**
     * The pieces in which bytes arrive and in which they are accepted: each of these sizes in turn.
     *
     * @param arriving sizes of what arrives with one event
     * @param accepted sizes that the socket accepts before it is full
     */
    private record Pieces(List<Integer> arriving, List<Integer> accepted) {}

    private static void talk(List<byte[]> answers, Pieces pieces, boolean newKeys) throws IOException {
        TlsPeer peer = new TlsPeer(server, pieces.accepted());
        TlsWire wire = new TlsWire(peer, client);
        ByteBuffer read = ByteBuffer.allocateDirect(64 * 1024);
        Received received = new Received();

        wire.write(ByteBuffer.wrap(REQUEST));
        for (int i = 0; i < answers.size(); i++) {
            byte[] answer = answers.get(i);
            int expected = received.length() + answer.length;
            int asked = REQUEST.length * (i + 1);
            exchange(peer, wire, read, received, pieces.arriving(), () -> peer.plain() >= asked);
            peer.send(answer, newKeys);
            exchange(peer, wire, read, received, pieces.arriving(), () -> received.length() >= expected);
            assertThat(received.last(answer.length)).isEqualTo(answer);
            wire.write(ByteBuffer.wrap(REQUEST));
        }
        exchange(peer, wire, read, received, pieces.arriving(), () -> false);

        assertThat(peer.received()).isEqualTo(repeated(REQUEST, answers.size() + 1));
    }

    private static byte[] repeated(byte[] bytes, int times) {
        ByteBuffer all = ByteBuffer.allocate(bytes.length * times);
        for (int i = 0; i < times; i++) {
            all.put(bytes);
        }
        return all.array();
    }

    private interface Done {
        boolean isDone();
    }

    /** The bytes that were read, in a row. */
    private static final class Received {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        void add(ByteBuffer more) {
            byte[] read = new byte[more.remaining()];
            more.get(read);
            bytes.writeBytes(read);
        }

        int length() {
            return bytes.size();
        }

        byte[] last(int length) {
            byte[] all = bytes.toByteArray();
            return Arrays.copyOfRange(all, all.length - length, all.length);
        }
    }

    /** Goes on until it is done, or until neither end has anything left to do. */
    private static void exchange(
            TlsPeer peer, TlsWire wire, ByteBuffer read, Received received, List<Integer> arriving, Done done)
            throws IOException {
        int piece = 0;
        while (!done.isDone()) {
            boolean moved = peer.work();
            while (peer.arrive(arriving.get(piece++ % arriving.size()))) {
                moved = true;
                readAll(wire, read, received);
            }
            if (peer.drain()) {
                moved = true;
                wire.flush();
            }
            if (!moved) {
                return;
            }
        }
    }

    /** Reads as a connection does with one event. */
    private static void readAll(TlsWire wire, ByteBuffer read, Received received) throws IOException {
        int bytes;
        do {
            bytes = wire.read(read.clear());
            received.add(read.flip());
        } while (bytes > 0 && wire.mayHaveMore(bytes));
    }

    @Property(tries = 25)
    void anyPiecesAreReadAndAccepted(
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 40_000) Integer> arriving,
            @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 2_000) Integer> accepted,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 1, max = 40_000) Integer> lengths,
            @ForAll boolean newKeys)
            throws IOException {
        List<byte[]> answers =
                lengths.stream().map(length -> bytes(length, length)).toList();

        talk(answers, new Pieces(arriving, accepted), newKeys);
    }

    @Example
    void byteByByte() throws IOException {
        talk(List.of(bytes(100, 2), bytes(17_000, 3)), new Pieces(List.of(1), List.of(1)), false);
    }

    @Example
    void everythingAtOnce() throws IOException {
        // More than the buffer of a reader has room for, with tickets and new keys before it.
        talk(List.of(bytes(1_000_000, 4)), new Pieces(List.of(2_000_000), List.of(1_000_000)), true);
    }

    @Example
    void anyFirstPiece() throws IOException {
        for (int first = 1; first < 1_500; first += 37) {
            talk(List.of(bytes(40, first)), new Pieces(List.of(first, 100_000), List.of(100_000)), false);
        }
    }

    @Example
    void anotherCertificateIsRefused() {
        TlsPeer peer = new TlsPeer(server, List.of(100_000));
        TlsWire wire = new TlsWire(peer, other);

        assertThatThrownBy(() -> {
                    wire.write(ByteBuffer.wrap(REQUEST));
                    exchange(
                            peer,
                            wire,
                            ByteBuffer.allocateDirect(64 * 1024),
                            new Received(),
                            List.of(100_000),
                            () -> false);
                })
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("another certificate");
    }
}
