package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.ForkedSession;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.AgentCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NodeBytesTest {

    private static final HostLimits LIMITS = HostLimitsFixture.ofDescriptors(20_000);

    static Stream<NodeCall<?>> calls() {
        ServerPlace place = ServerPlace.ANY.withAddress("198.18.0.3", "loopback,198.18.0.1");
        return Stream.of(
                new NodeCall.ReadState(),
                new NodeCall.ReadClock(),
                new NodeCall.ForkAgents(new AgentSizing(3, 7, true)),
                new NodeCall.EndAgents(),
                new NodeCall.AskAgent(3, new AgentCall.OpenInWindow(401, 8, 1.5)),
                new NodeCall.StartServer(Fixtures.websocket(), 2, place, 5),
                new NodeCall.StartServer(Fixtures.broadcast(), 2, place, 5),
                new NodeCall.StartServer(
                        Fixtures.scenario(
                                Workloads.HOLD_BLOCKING,
                                ThreadKind.VIRTUAL,
                                OptionalInt.of(7),
                                OptionalInt.of(1024),
                                2),
                        1,
                        place,
                        0),
                new NodeCall.ReadServer(4, NodeCall.ReadServer.Depth.STEADY_AFTER_GC),
                new NodeCall.ReadFigures(4),
                new NodeCall.ReadTraces(4),
                new NodeCall.ReadChannels(4),
                new NodeCall.ReleaseHeld(4),
                new NodeCall.ConnectPublisher(4),
                new NodeCall.Publish(4, Publishing.DEFAULT, 10, 42),
                new NodeCall.StopPublishing(4),
                new NodeCall.EndServer(4));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void callsArriveAsTheyWereSent(NodeCall<?> call) {
        assertThat(NodeCall.FORMAT.<Object>read(NodeCall.FORMAT.of(call), cast(NodeCall.class)))
                .isEqualTo(call);
    }

    static Stream<Object> answers() {
        LogFinding line = new LogFinding(LimitingFactor.SERVER_HEAP, 3, "OutOfMemoryError: \"Ünïcode\"\n", 300, 5);
        return Stream.of(
                new NodeFacts(
                        new HostIdentity("sut", "0b9 net:[4026531840]"),
                        "198.18.0.3",
                        true,
                        Fixtures.environment(),
                        new AllowedLoad(List.of(Network.parse("198.18.0.0/15")), 100_000, "198.18.0.2,198.18.0.12")),
                new LoadHost.State(2, 1L << 31, Fixtures.sample(3, true, 100).host()),
                new NodeServers.ReadyServer(7, Fixtures.started("java", "-Xmx1g"), LIMITS),
                new NodeServers.NodeReading(true, Fixtures.sample(3, true, 100).server()),
                new NodeServers.ServerFigures(
                        OptionalInt.of(137),
                        Observation.of(1),
                        Observation.NOT_SEEN,
                        2,
                        Observation.of(9),
                        Observation.NOT_SEEN),
                new ForkedSession.Traces(
                        new Evidence.ServerTraces(List.of(line), OptionalInt.empty(), Observation.NOT_SEEN, false),
                        new Evidence.ProcessLimits(LIMITS, ThreadHeadroom.UNSEEN),
                        new Evidence.ProcessorCounts(2, 2)),
                new ChannelGauges(new ChannelGauges.MessageCounts(1, 2, 3, 4, 5), true, 6, 7, 8, 9),
                new Publisher.PublishedCount(1, 2, 3),
                NodeCall.AgentAnswer.of(AgentCall.Done.DONE));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void answersArriveAsTheyWereSent(Object answer) {
        assertThat(NodeCall.FORMAT.<Object>read(NodeCall.FORMAT.of(answer), cast(answer.getClass())))
                .isEqualTo(answer);
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> cast(Class<?> kind) {
        return (Class<Object>) kind;
    }

    @Property
    void anyOtherBytesAreRefusedInOneLine(@ForAll byte[] bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeCall.FORMAT.read(bytes, NodeCall.class))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void onlyCommandsToNodesAreRead(byte[] bytes, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeCall.FORMAT.read(bytes, NodeCall.class))
                .withMessageContaining(why);
    }

    static Stream<Arguments> foreign() {
        byte[] clock = NodeCall.FORMAT.of(new NodeCall.ReadClock());
        return Stream.of(
                arguments(named("java.lang.ProcessBuilder"), "java.lang.ProcessBuilder does not travel"),
                arguments(named("io.ceiling.hosts.NodeService"), "NodeService does not travel"),
                arguments(NodeCall.FORMAT.of(new NodeCall.Done()), "NodeCall$Done is no NodeCall"),
                arguments(Arrays.copyOf(clock, clock.length + 1), "not exactly one record"),
                arguments(Arrays.copyOf(clock, clock.length - 1), "they end too early"),
                arguments(new byte[] {0}, "not exactly one record"));
    }

    @Test
    void anAgentIsAskedNothingButItsCommands() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NodeCall.AskAgent(1, new NodeCall.ReadClock()))
                .withMessageEndingWith("NodeCall$ReadClock is no request to a load agent");
    }

    private static byte[] named(String type) {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        bytes.put((byte) 1).putShort((short) type.length()).put(type.getBytes(StandardCharsets.UTF_8));
        return bytes.array();
    }
}
