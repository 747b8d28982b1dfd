package io.ceiling.load.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The local addresses of connections. */
class DestinationTest {

    private static Destination of(int addresses, int loop) {
        return Destination.of(ServerAddress.local(8080, ""), new Sources(addresses, ""), loop);
    }

    private static String next(Destination destination, long alive) {
        return Objects.requireNonNull(destination.nextSource(alive)).getHostString();
    }

    @Test
    void fewConnectionsAreThoseOfASingleClientAddressWhateverTheLoop() {
        Destination second = of(3, 1);

        assertThat(IntStream.range(0, Destination.MAX_FROM_FIRST).mapToObj(alive -> next(second, alive)))
                .containsOnly("127.0.0.2");
        assertThat(next(second, 17)).isEqualTo("127.0.0.2");
    }

    @Test
    void manyConnectionsComeFromAllAddressesInTurn() {
        Destination destination = of(3, 1);

        assertThat(IntStream.range(0, 6)
                        .mapToObj(i -> next(destination, Destination.MAX_FROM_FIRST + i))
                        .collect(Collectors.toList()))
                .containsExactly("127.0.0.3", "127.0.0.4", "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.2");
    }

    /** A client that connects for each request would use up the ports of one address. */
    @Test
    void manyConnectionsOneAfterAnotherComeFromAllAddresses() {
        Destination destination = of(2, 0);
        IntStream.range(0, Destination.MAX_TOTAL_FROM_FIRST)
                .forEach(i -> assertThat(next(destination, 1)).isEqualTo("127.0.0.2"));

        assertThat(IntStream.range(0, 2).mapToObj(i -> next(destination, 1))).containsExactly("127.0.0.2", "127.0.0.3");
    }

    @Test
    void addressesThatWereNamedAreUsedInTurnFromTheFirstConnectionOn() {
        Destination destination = Destination.of(
                new ServerAddress("198.18.0.1", 80, "", null), new Sources(0, "198.18.0.2,198.18.0.3"), 0);

        assertThat(IntStream.range(0, 4).mapToObj(i -> next(destination, i)))
                .containsExactly("198.18.0.2", "198.18.0.3", "198.18.0.2", "198.18.0.3");
    }

    @Test
    void withoutAddressesTheKernelChooses() {
        assertThat(of(0, 0).nextSource(0)).isNull();
    }
}
