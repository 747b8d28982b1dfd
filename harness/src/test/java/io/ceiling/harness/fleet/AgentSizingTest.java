package io.ceiling.harness.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AgentSizingTest {

    /** Bytes of a connection that were measured (docs/load-agent.md), and the heap of an agent that has none. */
    private static final long PLAIN = 300;

    private static final long OVER_TLS = 10_500;
    private static final long EMPTY = 8 << 20;

    private static long needed(int connections, long each) {
        return EMPTY + connections * each;
    }

    @Test
    void theHeapHasRoomForAllConnectionsWithAndWithoutTls() {
        int most = AgentSizing.MAX_CONNECTIONS;

        assertThat(new AgentSizing(1, most, false).heapBytes()).isGreaterThan(2 * needed(most, PLAIN));
        assertThat(new AgentSizing(1, most, true).heapBytes()).isGreaterThan(needed(most, OVER_TLS) * 3 / 2);
        assertThat(new AgentSizing(28, 18_725, false).heapBytes()).isGreaterThan(2 * needed(18_725, PLAIN));
        assertThat(new AgentSizing(28, 18_725, true).heapBytes()).isGreaterThan(needed(18_725, OVER_TLS) * 3 / 2);
    }

    @Test
    void anAgentThatHoldsFewIsNoLargerForTls() {
        long without = new AgentSizing(1, 100, false).heapBytes();

        assertThat(new AgentSizing(1, 100, true).heapBytes()).isLessThan(without + (2 << 20));
        assertThat(new AgentSizing(8, 100, true).heapBytes()).isLessThan(without / 4);
    }

    @Test
    void aNodeAllowsNoMoreConnectionsThanItsOwn() {
        assertThat(new AgentSizing(2, Integer.MAX_VALUE, true).cappedAt(100)).isEqualTo(new AgentSizing(2, 100, true));
        assertThat(new AgentSizing(2, 7, true).cappedAt(100).connectionsPerAgent())
                .isEqualTo(7);
    }

    @Test
    void aNumberOfAgentsBelowOneIsRefused() {
        assertThatThrownBy(() -> new AgentSizing(0, 5, false)).hasMessageContaining("were 0 with 5");
    }
}
