package io.ceiling.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** The parser of what comes from the network takes any bytes, and gives back what was sent or nothing. */
class FramePropertiesTest {

    @Property
    void aFrameComesBackFromTheMiddleOfABuffer(
            @ForAll Frame.Kind kind,
            @ForAll long number,
            @ForAll @Size(max = 300) byte[] body,
            @ForAll @IntRange(max = 20) int before,
            @ForAll @IntRange(max = 20) int behind) {
        byte[] sent = new Frame(kind, number, body).bytes();
        byte[] buffer = new byte[before + sent.length + behind];
        System.arraycopy(sent, 0, buffer, before, sent.length);

        Optional<Frame> read = Frame.read(buffer, before, sent.length);

        assertThat(read).hasValueSatisfying(frame -> {
            assertThat(frame.kind()).isEqualTo(kind);
            assertThat(frame.number()).isEqualTo(number);
            assertThat(frame.body()).isEqualTo(body);
        });
    }

    @Property
    void anyBytesAreAFrameThatIsWrittenAsTheyAreOrNone(@ForAll @Size(max = 100) byte[] bytes) {
        Optional<Frame> read = Frame.read(bytes, 0, bytes.length);

        boolean known = bytes.length >= 9 && bytes[0] >= 1 && bytes[0] <= 7;
        assertThat(read.isPresent()).isEqualTo(known);
        read.ifPresent(frame -> {
            assertThat(frame.bytes()).isEqualTo(bytes);
            assertThat(frame.text().chars()).noneMatch(Character::isISOControl);
            frame.identity()
                    .ifPresent(identity ->
                            assertThat(Frame.of(frame.kind(), identity).body()).isEqualTo(frame.body()));
        });
    }

    @Example
    void commandsOfATerminalAreNotShown() {
        assertThat(Frame.of(Frame.Kind.FAILED, 1, "a\u001b[31mb\u009b31mc\u0085d")
                        .text())
                .isEqualTo("a?[31mb?31mc?d");
    }

    @Property
    void anIdentityComesBack(
            @ForAll @StringLength(min = 1, max = 200) String name,
            @ForAll @StringLength(min = 1, max = 200) String version) {
        Identity sent;
        try {
            sent = new Identity(name, version);
        } catch (IllegalArgumentException e) {
            return;
        }

        byte[] bytes = Frame.of(Frame.Kind.HELLO, sent).bytes();

        assertThat(Frame.read(bytes, 0, bytes.length).flatMap(Frame::identity)).contains(sent);
    }

    @Property
    void aSealedPacketOpensAndAChangedOneDoesNot(
            @ForAll @Size(max = 200) byte[] packet, @ForAll @IntRange(max = 227) int changed) throws Exception {
        Seal seal = new Seal(ClusterKey.read(
                new java.io.ByteArrayInputStream(java.util.Base64.getEncoder().encode(new byte[32]))));
        byte[] sealed = seal.close(packet, 0, packet.length);

        assertThat(seal.open(sealed)).isEqualTo(packet);
        byte[] other = sealed.clone();
        other[changed % other.length] ^= 1;
        assertThat(opens(seal, other)).isFalse();
        assertThat(opens(seal, Arrays.copyOf(sealed, sealed.length - 1))).isFalse();
        assertThat(opens(seal, packet)).isFalse();
    }

    private static boolean opens(Seal seal, byte[] sealed) {
        try {
            seal.open(sealed);
            return true;
        } catch (java.security.GeneralSecurityException e) {
            return false;
        }
    }
}
