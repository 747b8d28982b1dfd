package io.ceiling.harness.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.container.Containers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DimensionTest {

    @ParameterizedTest
    @CsvSource({"1024, 1024", "1k, 1024", "1K, 1024", "512m, 536870912", "3g, 3221225472", "2T, 2199023255552", "0, 0"})
    void readsSizes(String text, long bytes) {
        assertThat(Sizes.bytes(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @CsvSource({"-1", "1.5g", "1kb", "''", "k", "1 k", "99999999999999999999", "9999999999t", "0x10"})
    void refusesWhatIsNoSize(String text) {
        assertThat(Sizes.bytes(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1023, 1023", "1024, 1k", "536870912, 512m", "3221225472, 3g", "1536, 1536", "2048, 2k"})
    void writesSizesExactly(long bytes, String text) {
        assertThat(Sizes.text(bytes)).isEqualTo(text);
    }

    @Test
    void equalValuesGetOneSpelling() {
        assertThat(Dimension.HEAP.parse("heap", List.of("1g,1024m", "1048576k")))
                .containsExactly("1073741824");
        assertThat(Dimension.GC.parse("gc", List.of("serial, Serial"))).containsExactly("Serial");
        assertThat(Dimension.CONNECTOR.parse("connector", List.of("nio,all"))).containsExactly("nio", "bio", "nio2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HEAP | -5 | --heap must be a size such as 1024, 1k, 512m or 3g, from 8m to 1t, was '-5'",
                "HEAP | 1m | --heap must be a size such as 1024, 1k, 512m or 3g, from 8m to 1t, was '1m'",
                "THREADS | 0 | --threads must be a whole number from 1 to 1000000, or default (the server's own), was '0'",
                "CONTAINER | glassfish | --container must be one of CONTAINERS or all, was 'glassfish'",
                "CONTAINER | tomcat, | --container must be one of CONTAINERS or all, was ''",
                "WORKLOAD | ws | --workload must be one of recursive, recursive-async, hold-blocking, hold-async, keep-alive, websocket, broadcast or all, was 'ws'",
                "NOFILE | many | --nofile must be a whole number from 64 to 1000000000, or max (the hard limit of this process), was 'many'"
            })
    void badValuesAreNamedWithWhatIsAllowed(Dimension dimension, String text, String message) {
        assertThatThrownBy(() -> dimension.parse("--" + dimension.label(), List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message.replace("CONTAINERS", String.join(", ", Containers.names())));
    }
}
