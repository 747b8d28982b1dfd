package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EarlierRunTest {

    private static final EarlierRun QUICK = new EarlierRun(Path.of("..", "..", "results", "reference", "quick-tomcat"));
    private static final EarlierRun README = new EarlierRun(Path.of("..", "..", "results", "reference", "readme"));

    @Test
    void costsAreThoseOfTheWarmStepsOfTheSameServers() {
        ConnectionCosts costs = README.costs(Sizings.tomcat());

        assertThat(costs.heap().perConnection()).isCloseTo(72_600, within(3_000.0));
        assertThat(costs.heap().margin()).isPositive();
        assertThat(costs.descriptors().perConnection()).isCloseTo(1, within(0.1));
        assertThat(costs.source().description()).contains("steps of", "servers in", "readme");
        assertThat(costs.source().processors()).isEqualTo(2);
    }

    @Test
    void runWithTooFewLevelsIsOneLine() {
        assertThatThrownBy(() -> QUICK.costs(Sizings.tomcat()))
                .isInstanceOf(ScenarioNotRunException.class)
                .hasMessageContaining("has 3 passed steps of tomcat nio platform websocket, at least 4 levels")
                .hasMessageNotContaining("\n");
    }

    @Test
    void settingsThatChangeACostAreCompared() {
        assertThatThrownBy(() -> README.costs(
                        Sizings.server("tomcat", ThreadKind.PLATFORM, Workloads.WEBSOCKET, OptionalInt.of(1_024))))
                .hasMessageContaining("; other servers there have buffer_bytes default in place of 1024. Hint");
        assertThatThrownBy(() -> README.costs(with(server -> server.garbageCollector("Parallel"))))
                .hasMessageContaining("garbage_collector G1 in place of Parallel");
        assertThatThrownBy(() -> README.costs(with(server -> server.stackBytes(OptionalLong.of(256 << 10)))))
                .hasMessageContaining("stack_bytes default in place of 262144");
        assertThatThrownBy(() -> README.costs(with(server -> server.jdk(new Jdk(Path.of("/jdk"), "17.0.15", 17)))))
                .hasMessageContaining("jdk 25 in place of 17");
        assertThatThrownBy(() -> README.costs(
                        with(server -> server.sizes(Sizings.tomcat().sizes().with(Tls.TLS13)))))
                .hasMessageContaining("tls off in place of tls13");
        assertThatThrownBy(() -> README.costs(with(server -> server.headerCacheNodes(OptionalInt.of(64)))))
                .hasMessageContaining("header_cache_nodes default in place of 64");
    }

    private static Scenario with(UnaryOperator<ServerSettings.Builder> change) {
        Scenario tomcat = Sizings.tomcat();
        return tomcat.with(change.apply(tomcat.server().toBuilder()).build());
    }

    @Test
    void runWithoutSuchAServerIsOneLine() {
        assertThatThrownBy(() -> QUICK.costs(
                        Sizings.server("jetty", ThreadKind.PLATFORM, Workloads.WEBSOCKET, OptionalInt.empty())))
                .isInstanceOf(ScenarioNotRunException.class)
                .hasMessageContaining("has 0 passed steps of jetty nio platform websocket")
                .hasMessageNotContaining("\n");
    }
}
