package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstScheduleTest {

    private static final long MILLI = 1_000_000;
    private static final long START = 5_000;

    private record Message(long intendedNanos, int identifier) {}

    private static Bursts bursts(int messages, long pauseNanos, long durationNanos) {
        return new Bursts(messages, 50, pauseNanos, 1_000_000, durationNanos, 42);
    }

    private static BurstSchedule whole(Bursts bursts) {
        return new BurstSchedule(bursts, START, 0, 1);
    }

    private static List<Message> takeDue(BurstSchedule schedule, long now) {
        List<Message> taken = new ArrayList<>();
        while (schedule.due(now)) {
            taken.add(new Message(schedule.nextNanos(), schedule.nextIdentifier()));
            schedule.take();
        }
        return taken;
    }

    private static List<Message> all(Bursts bursts) {
        return LongStream.range(0, bursts.count() * bursts.messages())
                .mapToObj(message -> new Message(
                        START + message / bursts.messages() * bursts.pauseNanos(), bursts.identifier(message)))
                .toList();
    }

    @Test
    void aLateBurstMovesNoOther() {
        Bursts bursts = bursts(10, MILLI, 100 * MILLI);
        BurstSchedule schedule = whole(bursts);

        assertThat(takeDue(schedule, START - 1)).isEmpty();
        List<Message> taken = new ArrayList<>(takeDue(schedule, START));
        assertThat(taken).hasSize(10);
        taken.addAll(takeDue(schedule, START + 57 * MILLI + 300_000));
        assertThat(taken).hasSize(580);
        assertThat(schedule.nextNanos()).isEqualTo(START + 58 * MILLI);
        taken.addAll(takeDue(schedule, START + 1_000 * MILLI));

        assertThat(taken).isEqualTo(all(bursts));
    }

    @ParameterizedTest
    @CsvSource({"1,10,30", "2,10,30", "2,10,31", "3,1,100", "4,7,3", "5,3,0"})
    void partsTogetherAreTheWholeWithoutGapsOrDuplicates(int parts, int messages, int count) {
        Bursts bursts = bursts(messages, 3 * MILLI, 3 * MILLI * count);
        List<Message> taken = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            taken.addAll(takeDue(new BurstSchedule(bursts, START, part, parts), START + 1_000 * MILLI));
        }
        List<Message> whole = new ArrayList<>(all(bursts));
        Comparator<Message> order =
                Comparator.comparingLong(Message::intendedNanos).thenComparing(Message::identifier);
        taken.sort(order);
        whole.sort(order);

        assertThat(taken).hasSize(messages * count).isEqualTo(whole);
    }

    @Test
    void aBurstIsAllOfOnePart() {
        BurstSchedule second = new BurstSchedule(bursts(4, MILLI, 10 * MILLI), START, 1, 3);

        assertThat(takeDue(second, START + 100 * MILLI))
                .extracting(Message::intendedNanos)
                .containsExactlyElementsOf(LongStream.of(1, 4, 7)
                        .flatMap(burst ->
                                LongStream.generate(() -> START + burst * MILLI).limit(4))
                        .boxed()
                        .toList());
    }

    @Test
    void askedForIsWhatIsDueWhetherOrNotItWasTaken() {
        Bursts bursts = bursts(10, MILLI, 5 * MILLI);
        BurstSchedule first = new BurstSchedule(bursts, START, 0, 2);
        BurstSchedule second = new BurstSchedule(bursts, START, 1, 2);

        for (BurstSchedule part : List.of(first, second)) {
            assertThat(part.dueMessages(START - 1)).isZero();
        }
        assertThat(first.dueMessages(START)).isEqualTo(10);
        assertThat(second.dueMessages(START)).isZero();
        assertThat(second.dueMessages(START + MILLI)).isEqualTo(10);
        assertThat(first.dueMessages(START + 2 * MILLI)).isEqualTo(20);
        assertThat(first.dueMessages(START + 900 * MILLI) + second.dueMessages(START + 900 * MILLI))
                .isEqualTo(50);
        assertThat(first.waitingMessages(START + 2 * MILLI)).isEqualTo(20);
        for (int i = 0; i < 13; i++) {
            first.take();
        }
        assertThat(first.dueMessages(START + 2 * MILLI)).isEqualTo(20);
        assertThat(first.waitingMessages(START + 2 * MILLI)).isEqualTo(7);
    }

    @Test
    void noneIsOverAndAsksForNothing() {
        BurstSchedule none = BurstSchedule.none();

        assertThat(none.over()).isTrue();
        assertThat(none.due(Long.MAX_VALUE / 2)).isFalse();
        assertThat(none.dueMessages(System.nanoTime())).isZero();
    }

    @Test
    void survivesTheWrapAroundOfNanoTimeAndAnEndlessDuration() {
        BurstSchedule schedule = new BurstSchedule(bursts(2, MILLI, Long.MAX_VALUE), Long.MAX_VALUE - MILLI / 2, 0, 1);

        assertThat(schedule.due(Long.MAX_VALUE - MILLI)).isFalse();
        assertThat(schedule.dueMessages(Long.MIN_VALUE + MILLI)).isEqualTo(4);
        assertThat(takeDue(schedule, Long.MIN_VALUE + MILLI)).hasSize(4);
        assertThat(schedule.over()).isFalse();
    }
}
