package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.workload.LoadWorkload;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChannelPlanTest {

    private static ChannelPlan plan(int identifiers, int firstClient, int clientStep, int slowEvery) {
        return new ChannelPlan(ChannelTransport.SSE, identifiers, firstClient, clientStep, slowEvery);
    }

    @Test
    void placesAndClientsAreEachOthersInverse() {
        ChannelPlan plan = plan(10, 3, 4, 0);

        assertThat(IntStream.range(0, 4).map(plan::client)).containsExactly(3, 7, 11, 15);
        assertThat(IntStream.of(3, 7, 11, 15).map(plan::openingIndex)).containsExactly(0, 1, 2, 3);
        assertThat(plan.identifier(13)).isEqualTo(3);
    }

    @Test
    void theLastOfEverySoManyClientsIsSlow() {
        assertThat(IntStream.range(0, 10).filter(plan(1, 0, 1, 4)::slow)).containsExactly(3, 7);
        assertThat(IntStream.range(0, 3).filter(plan(1, 0, 1, 1)::slow)).containsExactly(0, 1, 2);
        assertThat(IntStream.range(0, 10).filter(plan(1, 0, 1, 0)::slow)).isEmpty();
    }

    @Test
    void transportsAreCalledAsTheServerCallsThem() {
        assertThat(ChannelTransport.values())
                .extracting(ChannelTransport::label)
                .containsExactly("websocket", "sse", "long-polling");
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> plan(0, 0, 1, 0)).hasMessage("identifiers must be >= 1, were 0");
        assertThatThrownBy(() -> plan(1, -1, 1, 0)).hasMessageContaining("first client must be >= 0");
        assertThatThrownBy(() -> plan(1, 0, 0, 0)).hasMessageContaining("the step >= 1, were 0 and 0");
        assertThatThrownBy(() -> plan(1, 0, 1, -1)).hasMessageContaining("were -1");
        assertThatThrownBy(() -> Plans.plan(80, LoadWorkload.CHANNELS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("were null with CHANNELS");
        assertThatThrownBy(() -> plan(1, 0, 1, 0).in(ChannelPlan.Protocol.BAYEUX))
                .hasMessage("transport must be long-polling with Bayeux, was sse");
        assertThatThrownBy(() -> plan(1, 0, 1, 0).in(ChannelPlan.Protocol.CHANNEL_IN_URL))
                .hasMessage("transport must be websocket if the URL names the channel, was sse");
        ChannelPlan channels = plan(1, 0, 1, 0);
        assertThatThrownBy(() -> Plans.plan(80, LoadWorkload.WEBSOCKET).withChannels(channels))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("with WEBSOCKET");
    }
}
