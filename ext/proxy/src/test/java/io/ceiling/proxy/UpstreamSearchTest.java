package io.ceiling.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.control.ControlConnection.HttpAnswer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UpstreamSearchTest {

    @Test
    void pagesOfErrorsAreTheSameWhateverTimeTheyShow() {
        HttpAnswer through = new HttpAnswer(404, "{\"timestamp\":\"2026-11-26T14:00:00.123\",\"path\":\"/x\"}");

        assertThat(UpstreamSearch.isSame(
                        through, new HttpAnswer(404, "{\"timestamp\":\"2026-11-26T14:00:01.7\",\"path\":\"/x\"}")))
                .isTrue();
        assertThat(UpstreamSearch.isSame(through, new HttpAnswer(404, "{\"error\":\"Not Found\"}")))
                .isFalse();
        assertThat(UpstreamSearch.isSame(through, new HttpAnswer(502, through.body())))
                .isFalse();
    }

    @Test
    void aListenerThatGetsConnectionsWithoutARequestGetsThemFromOthers() {
        InetSocketAddress behind = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8081);
        InetSocketAddress busy = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8082);
        List<InetSocketAddress> both = List.of(behind, busy);

        assertThat(UpstreamSearch.connectedByRequests(
                        Collections.nCopies(6, both), Collections.nCopies(5, List.of(busy))))
                .containsExactly(behind);
        assertThat(UpstreamSearch.connectedByRequests(
                        Collections.nCopies(6, both),
                        List.of(List.of(behind), List.of(), List.of(), List.of(), List.of())))
                .as("a check of its health")
                .contains(behind);
        assertThat(UpstreamSearch.connectedByRequests(List.of(both, List.of(busy)), List.of(List.of())))
                .as("a connection that came by chance")
                .containsExactly(busy);
    }

    @Test
    void clientsOfOthersAreSeldomTakenForAProxyAtAnyPace() {
        Random random = new Random(1);
        InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8081);
        int draws = 10_000;
        for (double share = 0.1; share < 1; share += 0.1) {
            int taken = 0;
            for (int i = 0; i < draws; i++) {
                double each = share;
                List<List<InetSocketAddress>> windows = random.doubles(11)
                        .mapToObj(next -> next < each ? List.of(server) : List.<InetSocketAddress>of())
                        .toList();
                taken += UpstreamSearch.connectedByRequests(windows.subList(0, 6), windows.subList(6, 11))
                        .size();
            }
            assertThat(taken)
                    .as("of %d, with connections in %.1f of the windows", draws, share)
                    .isLessThan(draws / 100);
        }
    }
}
