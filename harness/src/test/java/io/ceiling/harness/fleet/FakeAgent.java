package io.ceiling.harness.fleet;

import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.PublishCounts;
import io.ceiling.load.report.Refusal;
import io.ceiling.load.report.RefusalKind;
import io.ceiling.load.report.Usage;
import io.ceiling.load.workload.LoadPlan;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ObjDoubleConsumer;
import org.HdrHistogram.Histogram;

/** An agent in memory whose server takes a given number of connections and leaves the others without an answer. */
public final class FakeAgent extends QuietAgent {

    /** That every connection has of a closed loop. */
    public static final int SATURATED_EXCHANGES = 100;

    private static final AgentProcess PROCESS =
            new AgentProcess(0, 0, Usage.of(10, 100), Usage.of(20, 100), 50L, 0, 0, LoopTimes.NONE);

    private final long serverTakes;
    private final Map<FailureCause, Long> failures = new EnumMap<>(FailureCause.class);
    private Map<RefusalKind, Refusal> refusals = Map.of();
    private long asked;
    private long alive;
    private long pending;
    private long unopened;
    private int window;
    private double opensPerSecond;
    private long failuresBefore;
    private long exchanges;
    private long exchangeNanos = 1_000_000;
    private long messages;
    private long deliveryNanos;
    private long closesAbove = Long.MAX_VALUE;
    private long ageOfClosed;
    private AgeRange closedAges = AgeRange.NONE;
    private int prepared;
    private int timesForgotten;
    private int looks;
    private LongConsumer beforeOpening = alive -> {};
    private ObjDoubleConsumer<Long> atOpening = (alive, perSecond) -> {};

    public FakeAgent(long serverTakes) {
        this.serverTakes = serverTakes;
    }

    /** From now on the server refuses what it does not take, in this way. */
    public void refuse(Map<RefusalKind, Refusal> each) {
        refusals = each;
    }

    /** From now on every exchange takes that long. */
    public void answerWithin(long nanos) {
        exchangeNanos = nanos;
    }

    /** Told the connections that are alive, each time before more are opened. */
    public void beforeOpening(LongConsumer action) {
        beforeOpening = action;
    }

    /** Has the action receive the connections that are alive and the rate, each time before more are opened. */
    public void atOpening(ObjDoubleConsumer<Long> action) {
        atOpening = action;
    }

    /** The server closes that many connections that it had served. */
    public void loseConnections(long count) {
        alive -= count;
        failures.merge(FailureCause.CLOSED_WHILE_HELD, count, Long::sum);
    }

    /** From now on the server closes whatever it has above that number, at that age. */
    public void closeAboveAtAge(long number, long ageNanos) {
        closesAbove = number;
        ageOfClosed = ageNanos;
    }

    /** Gives up that many connections, as if they had got no answer in time. */
    public void answerTooLate(long count) {
        failures.merge(FailureCause.ANSWER_TIMEOUT, count, Long::sum);
    }

    /** The web application ends that many requests that it held. */
    public void endHolds(long count) {
        alive -= count;
        failures.merge(FailureCause.HOLD_TIMED_OUT, count, Long::sum);
    }

    /** Counts that many messages as received. */
    public void receive(long count) {
        messages += count;
    }

    /** From now on every message takes that long. */
    public void deliverWithin(long nanos) {
        deliveryNanos = nanos;
    }

    public int prepared() {
        return prepared;
    }

    public long asked() {
        return asked;
    }

    @Override
    public void prepare(LoadPlan plan) {
        prepared++;
        unopened = 0;
        asked = 0;
        alive = 0;
        pending = 0;
        closedAges = AgeRange.NONE;
        failures.clear();
    }

    @Override
    public void open(int connections, double perSecond) {
        beforeOpening.accept(alive);
        atOpening.accept(alive, perSecond);
        asked += connections;
        long taken = Math.min(connections, serverTakes - alive);
        alive += taken;
        for (RefusalKind kind : refusals.keySet()) {
            failures.merge(
                    kind.isStatus() ? FailureCause.UNEXPECTED_STATUS : FailureCause.CLOSED_BEFORE_ANSWER,
                    connections - taken,
                    Long::sum);
        }
        pending += refusals.isEmpty() ? connections - taken : 0;
    }

    @Override
    public void openInWindow(int connections, int window, double perSecond) {
        unopened = connections;
        this.window = window;
        opensPerSecond = perSecond;
        failuresBefore = failed();
        openMore();
    }

    /** Fills the window, which its server empties at once as far as it takes connections. */
    private void openMore() {
        int room = (int) Math.min(window - pending, unopened);
        if (room > 0 && failed() == failuresBefore) {
            unopened -= room;
            open(room, opensPerSecond);
        }
    }

    private long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void stopOpening() {
        unopened = 0;
    }

    @Override
    public void exchange(double perSecond) {
        exchanges = alive;
    }

    @Override
    public void saturate(long durationNanos) {
        exchanges = SATURATED_EXCHANGES * alive;
    }

    @Override
    public void converse(Pace pace) {
        exchanges = alive;
    }

    @Override
    public void trim(int keep) {
        unopened = 0;
        pending = 0;
        alive = Math.min(alive, keep);
    }

    @Override
    public void forgetTimes() {
        timesForgotten++;
    }

    /** Returns how often it had to forget the times of what came before. */
    public int timesForgotten() {
        return timesForgotten;
    }

    /** Returns how often its report was asked for. */
    public int looks() {
        return looks;
    }

    @Override
    public AgentReport report() {
        looks++;
        if (alive > closesAbove) {
            loseConnections(alive - closesAbove);
            closedAges = AgeRange.of(ageOfClosed);
        }
        Counts counts = new Counts(
                new ConnectionCounts(asked, pending, alive, alive, 0, 0, 0),
                new Failures(failures, Map.of(), failures.isEmpty() ? Map.of() : refusals),
                closedAges,
                new ExchangeCounts(exchanges, exchanges, 0, 0),
                ByteCounts.NONE,
                new ChannelCounts(messages, 1462 * messages, 0, 0, 0),
                PublishCounts.NONE);
        AgentReport report = new AgentReport(1, "fake", counts, PROCESS);
        // Whatever is looked at goes on meanwhile.
        openMore();
        return report;
    }

    @Override
    public AgentHistograms histograms() {
        String none = encoded(new long[0]);
        String delivery = deliveryNanos == 0 ? none : encoded(deliveryNanos);
        return new AgentHistograms(none, none, encoded(longs(exchanges, exchangeNanos)), none, delivery, delivery);
    }

    private static long[] longs(long count, long value) {
        long[] values = new long[(int) count];
        Arrays.fill(values, value);
        return values;
    }

    public static String encoded(long... values) {
        Histogram histogram = new Histogram(3);
        Arrays.stream(values).forEach(histogram::recordValue);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
