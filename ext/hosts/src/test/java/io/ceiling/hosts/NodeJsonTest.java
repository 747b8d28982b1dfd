package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.ForkedSession;
import io.ceiling.harness.fleet.WantedAgents;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ThreadRoom;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.server.Place;
import io.ceiling.harness.workload.Workloads;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeJsonTest {

    private static final HostLimits LIMITS = HostLimitsFixture.ofDescriptors(20_000);

    static Stream<NodeCall<?>> calls() {
        Place place = Place.ANY.on("198.18.0.3", "loopback,198.18.0.1");
        return Stream.of(
                new NodeCall.ReadState(),
                new NodeCall.ReadClock(),
                new NodeCall.ForkAgents(new WantedAgents(3, 7, true)),
                new NodeCall.EndAgents(),
                new NodeCall.AskAgent(3, NodeCall.EncodedBytes.of(new byte[] {0, -1, 7})),
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
        assertThat(NodeJson.call(NodeJson.bytes(call))).isEqualTo(call);
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
                new NodeServers.Ready(7, Fixtures.started("java", "-Xmx1g"), LIMITS),
                new NodeServers.NodeReading(true, Fixtures.sample(3, true, 100).server()),
                new NodeServers.ServerFigures(OptionalInt.of(137), Seen.of(1), Seen.NOT, 2, Seen.of(9), Seen.NOT),
                new ForkedSession.Traces(
                        new Evidence.ServerProcess(List.of(line), OptionalInt.empty(), Seen.NOT, false),
                        new Evidence.ProcessLimits(LIMITS, ThreadRoom.UNSEEN),
                        new Evidence.ProcessorCounts(2, 2)),
                new ChannelGauges(new ChannelGauges.MessageCounts(1, 2, 3, 4, 5), true, 6, 7, 8, 9),
                new Publisher.PublishedCount(1, 2, 3));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void answersArriveAsTheyWereSent(Object answer) {
        assertThat(NodeJson.<Object>read(NodeJson.bytes(answer), cast(answer.getClass())))
                .isEqualTo(answer);
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> cast(Class<?> kind) {
        return (Class<Object>) kind;
    }

    @Property
    void anyOtherBytesAreRefusedInOneLine(@ForAll byte[] bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeJson.call(bytes))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void onlyCommandsToNodesAreRead(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeJson.call(json.getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("are no NodeCall");
    }

    static Stream<String> foreign() {
        return Stream.of(
                "{\"call\":\"java.lang.ProcessBuilder\",\"command\":[\"true\"]}",
                "{\"call\":\"Done\"}",
                "{\"call\":\"ReadClock\",\"more\":1}",
                "{}",
                "null");
    }
}
