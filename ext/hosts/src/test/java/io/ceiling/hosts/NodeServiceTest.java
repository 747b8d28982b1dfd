package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.server.ServerPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A node for one server at a time, without a JDK, so that none gets ready. */
class NodeServiceTest {

    private static final String HERE = "198.18.0.3";
    private static final Path NOWHERE = Path.of("/nowhere");
    private static final NodeCall.StartServer START =
            new NodeCall.StartServer(Fixtures.websocket(), 1, ServerPlace.ANY.withAddress(HERE, ""), 0);

    private final NodeServers servers = new NodeServers(NOWHERE, List.of(), NOWHERE);
    private final NodeLoad load =
            new NodeLoad(NOWHERE, new Jdk(NOWHERE, "17.0.1", 17), NOWHERE, new AllowedLoad(List.of(), 0, ""));
    private final NodeFacts facts = new NodeFacts(
            HostIdentity.ofThisHost(), HERE, true, Fixtures.environment(), new AllowedLoad(List.of(), 0, ""));
    private final NodeService service =
            new NodeService(new NodeRules(HERE, true, Optional.empty(), 1), facts, load, servers);

    /** Work of a node that runs something while it starts a server. */
    private final class Starting implements NodeWork {

        private final Runnable meanwhile;

        private Starting(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        @Override
        public NodeServers servers() {
            meanwhile.run();
            return servers;
        }

        @Override
        public LoadHost.State state() {
            return service.state();
        }

        @Override
        public NodeLoad agents() {
            return load;
        }
    }

    private void start(Runnable meanwhile) {
        assertThatThrownBy(() -> service.execute(START, new Starting(meanwhile)))
                .isInstanceOf(ScenarioNotRunException.class)
                .hasMessageContaining("no JDK");
    }

    @Test
    void aServerCountsFromItsOrderOnAndNoMoreOnceItsStartHasFailed() {
        start(() -> assertThatThrownBy(() -> service.execute(START, service))
                .hasMessageContaining("servers of this node must be 1 to 1, were to be 2"));
        start(() -> {});

        assertThat(servers.reservePlace()).isZero();
    }

    @Test
    void aServerThatIsBeingStartedWhenTheHarnessLeavesIsEndedBeforeTheNodeEnds() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        AtomicBoolean brokenOff = new AtomicBoolean();
        AtomicBoolean over = new AtomicBoolean();
        Thread closing = Thread.currentThread();
        Thread starting = new Thread(() -> {
            start(() -> {
                started.countDown();
                try {
                    new CountDownLatch(1).await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    brokenOff.set(true);
                }
                // The server of this start is gone only once the node waits for it.
                while (closing.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            });
            over.set(true);
        });
        starting.start();
        started.await();

        service.close();

        assertThat(brokenOff).isTrue();
        assertThat(servers.reservePlace()).isZero();
        starting.join();
        assertThat(over).isTrue();
    }

    @Test
    void anOrderThatComesAfterTheEndIsRefused() {
        service.close();

        assertThatThrownBy(() -> service.execute(START, service)).hasMessage("the run is over");
        assertThatThrownBy(() -> service.execute(new NodeCall.ForkAgents(new AgentSizing(1, 1, false)), service))
                .hasMessage("the run is over");
    }
}
