package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.ChannelRelay;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Opening;
import io.ceiling.load.loop.Schedule;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.report.PublishCounts;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Members of channels that publish to channels themselves, against {@link ChannelServer}, which relays. */
class PublishingIT {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final int ROOMS = 10;
    private static final int MEMBERS = 40;

    @AutoClose
    private final ChannelServer server = new ChannelServer();

    /** So many messages to the channel 0 or another, all in one burst. */
    private static Bursts one(int messages, int identifiers) {
        return new Bursts(messages, 50, MILLI, identifiers, 1, 42);
    }

    static Stream<Arguments> transportsAndSockets() {
        return Stream.of(ChannelTransport.values())
                .flatMap(channel -> Stream.of(Transport.values()).map(sockets -> Arguments.of(channel, sockets)));
    }

    @ParameterizedTest
    @MethodSource("transportsAndSockets")
    void everyMemberOfARoomGetsEveryMessageToItOnce(ChannelTransport transport, Transport sockets) throws Exception {
        Bursts bursts = new Bursts(10, 50, 5 * MILLI, ROOMS, 200 * MILLI, 42);
        int messages = 400;
        try (LoadAgent agent = agent(sockets, 2)) {
            open(agent, server, new ChannelPlan(transport, ROOMS, 0, 1, 0), MEMBERS);

            agent.publish(bursts);
            long deliveries = (long) messages * MEMBERS / ROOMS;
            AgentReport report = Await.report(
                    agent,
                    r -> r.publishing().answered() >= messages && r.channels().messages() >= deliveries);

            assertThat(report.publishing().due()).isEqualTo(messages);
            assertThat(report.publishing().sent()).isEqualTo(messages);
            assertThat(report.publishing().answered()).isEqualTo(messages);
            assertThat(report.channels().messages()).isEqualTo(deliveries);
            assertThat(report.channels().missing()).isZero();
            assertThat(report.channels().duplicates()).isZero();
            assertThat(report.channels().outOfOrder()).isZero();
            assertThat(report.failures().counts()).isEmpty();
            assertThat(report.connections().requested()).isEqualTo(MEMBERS);
            assertThat(report.connections().served()).isEqualTo(MEMBERS);
            assertThat(report.connections().alive()).isEqualTo(MEMBERS);
            AgentHistograms histograms = agent.histograms();
            Histogram delivery = Histograms.decode(histograms.delivery());
            assertThat(delivery.getTotalCount()).isEqualTo(deliveries);
            assertThat(delivery.getMinValue()).isPositive();
            assertThat(delivery.getMaxValue()).isLessThan(TimeUnit.SECONDS.toNanos(20));
            Histogram service = Histograms.decode(histograms.deliveryService());
            assertThat(service.getTotalCount()).isEqualTo(deliveries);
            assertThat(service.getMinValue()).isPositive();
            assertThat(service.getMaxValue()).isLessThanOrEqualTo(delivery.getMaxValue());
            assertThat(Histograms.decode(histograms.connect()).getTotalCount()).isEqualTo(MEMBERS);
            assertPublished(bursts, messages);
        }
    }

    /** The loops together sent what the bursts say, each message once, and every burst as a whole at its time. */
    private void assertPublished(Bursts bursts, int messages) {
        List<ChannelRelay.Published> published = server.relay.published();
        assertThat(published)
                .extracting(ChannelRelay.Published::identifier)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, messages)
                        .mapToObj(message -> String.valueOf(bursts.identifier(message)))
                        .toList());
        assertThat(published).allMatch(message -> message.elements().length() == bursts.elementsBytes());
        Map<Long, Long> sizes = published.stream()
                .collect(Collectors.groupingBy(ChannelRelay.Published::intended, TreeMap::new, Collectors.counting()));
        assertThat(sizes.values()).hasSize((int) bursts.count()).containsOnly((long) bursts.messages());
        long first = sizes.keySet().iterator().next();
        assertThat(sizes.keySet())
                .containsExactlyElementsOf(LongStream.range(0, bursts.count())
                        .mapToObj(burst -> first + burst * bursts.pauseNanos())
                        .toList());
        assertThat(published)
                .allMatch(
                        message -> message.atNanos() - message.sent() >= 0 && message.sent() - message.intended() >= 0);
    }

    @Test
    void aBlockedLoopSendsLateAndTheIntendedTimesStayAsTheyWere() throws Exception {
        Bursts bursts = new Bursts(10, 50, 10 * MILLI, 4, 400 * MILLI, 42);
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("load", true), Transport.best().ioHandlers());
        try {
            LoadPlan plan = Plans.channels(server.port(), new ChannelPlan(ChannelTransport.WEBSOCKET, 4, 0, 1, 0));
            LoadLoop loop = new LoadLoop(group.next(), Transport.best(), plan.assignment(0));
            loop.eventLoop()
                    .execute(() -> loop.open(new Opening(Schedule.part(System.nanoTime(), FAST, 4, 0, 1), 0, 1)));
            Await.until(() -> counts(loop).connections().alive() == 4);

            ChannelWork work = (ChannelWork) loop.work();
            loop.eventLoop().execute(() -> work.publish(new BurstSchedule(bursts, System.nanoTime(), 0, 1)));
            Await.until(() -> counts(loop).publishing().sent() >= 50);
            long sentBefore = counts(loop).publishing().sent();
            loop.eventLoop().execute(() -> block(205 * MILLI));
            Await.until(() -> counts(loop).publishing().sent() >= 400);
            PublishCounts counts = counts(loop).publishing();

            assertThat(sentBefore).isLessThan(200);
            assertThat(counts.due()).isEqualTo(400);
            assertThat(counts.sent()).isEqualTo(400);
            assertThat(counts.late()).isBetween(180L, 399L);
            Await.until(() -> server.relay.published().size() == 400);
            assertPublished(bursts, 400);
            assertThat(server.relay.published())
                    .filteredOn(message -> message.sent() - message.intended() > Schedule.LATE_NANOS)
                    .hasSize((int) counts.late());
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private static Counts counts(LoadLoop loop) {
        return loop.eventLoop().submit(loop::counts).syncUninterruptibly().getNow();
    }

    private static void block(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Test
    void membersSendInTurnsDrawnAtRandomAndSlowOnesNever() throws Exception {
        try (LoadAgent agent = agent(1)) {
            // More identifiers than clients: the identifier is the client's number, and the odd ones are slow.
            open(agent, server, new ChannelPlan(ChannelTransport.WEBSOCKET, 1_000, 0, 1, 2), 20);

            agent.publish(new Bursts(10, 50, MILLI, 1_000, 100 * MILLI, 42));
            Await.until(() -> server.relay.published().size() == 1_000);

            Map<String, Long> messagesByMember = server.relay.published().stream()
                    .collect(Collectors.groupingBy(ChannelRelay.Published::by, Collectors.counting()));
            assertThat(messagesByMember.keySet())
                    .containsExactlyInAnyOrder("0", "2", "4", "6", "8", "10", "12", "14", "16", "18");
            // A hundred each, and six standard deviations.
            assertThat(messagesByMember.values()).allMatch(messages -> messages >= 40 && messages <= 160);
        }
    }

    @Test
    void aLoopWithoutAClientHasNoPartInIt() throws Exception {
        try (LoadAgent agent = agent(3)) {
            open(agent, server, new ChannelPlan(ChannelTransport.WEBSOCKET, 1, 0, 1, 0), 1);

            agent.publish(new Bursts(3, 50, MILLI, 1, 20 * MILLI, 42));
            AgentReport report = Await.report(agent, r -> r.channels().messages() == 60);

            assertThat(report.publishing().sent()).isEqualTo(60);
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aBurstOverOneWebSocketIsNotHeldBackByTheKernel(Transport sockets) throws Exception {
        try (LoadAgent agent = agent(sockets, 1)) {
            open(agent, server, new ChannelPlan(ChannelTransport.WEBSOCKET, 5, 0, 1, 0), 1);

            // A server that sends on the same socket acknowledges with what it sends, or 40 ms later if it has nothing.
            agent.publish(new Bursts(10, 50, 45 * MILLI, 5, 10 * 45 * MILLI, 42));
            Await.until(() -> server.relay.published().size() == 100);

            long[] late = server.relay.published().stream()
                    .mapToLong(message -> message.atNanos() - message.intended())
                    .sorted()
                    .toArray();
            // Held back by the kernel it would be 40 ms; printed, since a busy machine may take longer for other
            // reasons.
            System.out.printf(
                    "%s: three quarters of the messages came within %.1f ms of their time%n",
                    sockets.label(), late[late.length * 3 / 4] / 1e6);
        }
    }

    @Test
    void membersWhoseServerDoesNotReadArePassedOver() throws Exception {
        server.deafTo = "0";
        try (LoadAgent agent = agent(1)) {
            open(agent, server, new ChannelPlan(ChannelTransport.WEBSOCKET, 1_000_000, 0, 1, 0), 2);

            // More than a socket takes.
            agent.publish(new Bursts(100, 8192, 10 * MILLI, 1_000_000, 500 * MILLI, 42));
            AgentReport report = Await.report(agent, r -> r.publishing().sent() == 5_000);

            assertThat(report.failures().counts()).isEmpty();
            assertThat(report.connections().alive()).isEqualTo(2);
            Await.until(() -> server.relay.published().size() > 2_600);
            assertThat(server.relay.published())
                    .allMatch(message -> message.by().equals("1"));
        }
    }

    @Test
    void messagesThatNobodyIsThereToSendWaitWithTheirTimes() throws Exception {
        try (LoadAgent agent = agent(2)) {
            open(agent, server, new ChannelPlan(ChannelTransport.WEBSOCKET, ROOMS, 0, 1, 0), 4);
            agent.trim(0);

            agent.publish(new Bursts(10, 50, MILLI, ROOMS, 20 * MILLI, 42));
            AgentReport waiting = Await.report(agent, r -> r.publishing().due() == 200);
            assertThat(waiting.publishing().sent()).isZero();
            agent.open(4, FAST);
            AgentReport report = Await.report(agent, r -> r.publishing().sent() == 200);

            // The last burst may have been just due.
            assertThat(report.publishing().late()).isGreaterThanOrEqualTo(190);
            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"WEBSOCKET", "SSE"})
    void endsWhenToldSoAndGivesUpWhatIsLeft(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(2)) {
            open(agent, server, new ChannelPlan(transport, ROOMS, 0, 1, 0), 4);

            agent.publish(new Bursts(1, 32, MILLI, ROOMS, HOUR, 42));
            Await.report(agent, r -> r.publishing().sent() > 20);
            agent.publish(Bursts.NONE);
            PublishCounts ended = agent.report().publishing();

            // Counts go on where they were: what went on, 16 a millisecond, would be counted with these five.
            agent.publish(one(5, ROOMS));
            PublishCounts more = Await.report(agent, r -> r.publishing().sent() == ended.sent() + 5)
                    .publishing();
            assertThat(more.due()).isEqualTo(ended.due() + 5);
        }
    }

    @Test
    void prepareEndsAndForgetsPublishing() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, server, new ChannelPlan(ChannelTransport.LONG_POLLING, ROOMS, 0, 1, 0), 4);
            agent.publish(new Bursts(1, 32, MILLI, ROOMS, HOUR, 42));
            Await.report(agent, r -> r.publishing().answered() > 5);

            ChannelPlan next = new ChannelPlan(ChannelTransport.SSE, ROOMS, 0, 1, 0);
            agent.prepare(Plans.channels(server.port(), next));
            assertThat(agent.report().publishing()).isEqualTo(PublishCounts.NONE);

            // What went on, 16 a millisecond, would be counted with these five.
            open(agent, server, next, 4);
            agent.publish(one(5, ROOMS));
            PublishCounts counted =
                    Await.report(agent, r -> r.publishing().sent() == 5).publishing();
            assertThat(counted.due()).isEqualTo(5);
        }
    }

    @Test
    void onlyClientsOfChannelsPublish() {
        try (LoadAgent agent = agent(1)) {
            assertThatThrownBy(() -> agent.publish(one(1, 1))).hasMessageContaining("call prepare first");
            agent.prepare(Plans.plan(server.port(), LoadWorkload.WEBSOCKET));

            assertThatThrownBy(() -> agent.publish(one(1, 1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("only clients of channels publish");
        }
    }
}
