package io.ceiling.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.law.Outbound;
import io.ceiling.harness.result.law.Outbound.Connections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutboundTest {

    /** Ten consumers of a queue wait for messages at all times, and say nothing about requests. */
    @Test
    void whatAwaitsWithoutLoadAsWellIsLeftOut() {
        Outbound rest = new Outbound(
                Map.of("queue", new Connections(10, Observation.of(10)), "db", new Connections(8, Observation.of(0))));
        Outbound load = new Outbound(
                Map.of("queue", new Connections(10, Observation.of(10)), "db", new Connections(8, Observation.of(8))));

        assertThat(load.without(rest)).isEqualTo(new Outbound(Map.of("db", new Connections(8, Observation.of(8)))));
    }

    @Test
    void whatWasNotThereWithoutLoadStays() {
        Outbound load = new Outbound(Map.of("db", new Connections(7, Observation.NOT_SEEN)));

        assertThat(load.without(Outbound.NOT_SEEN)).isEqualTo(load);
    }
}
