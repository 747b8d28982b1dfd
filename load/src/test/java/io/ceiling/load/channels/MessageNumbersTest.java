package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MessageNumbersTest {

    private static ChannelTally after(long... numbers) {
        MessageNumbers seen = new MessageNumbers();
        ChannelTally counts = new ChannelTally();
        for (long number : numbers) {
            seen.add(number, counts);
        }
        return counts;
    }

    private static void assertCounts(ChannelTally counts, long missing, long outOfOrder, long duplicates) {
        assertThat(counts.missing).as("missing").isEqualTo(missing);
        assertThat(counts.outOfOrder).as("out of order").isEqualTo(outOfOrder);
        assertThat(counts.duplicates).as("duplicates").isEqualTo(duplicates);
    }

    @Test
    void numbersInOrderAreRightWhereverTheyBegin() {
        assertCounts(after(1, 2, 3), 0, 0, 0);
        assertCounts(after(700, 701, 702), 0, 0, 0);
    }

    @Test
    void aGapIsMissing() {
        assertCounts(after(1, 5, 6, 8), 4, 0, 0);
        assertCounts(after(1, 1_000_001), 999_999, 0, 0);
    }

    @Test
    void whatComesLateIsOutOfOrderAndNotMissing() {
        assertCounts(after(1, 4, 3, 2, 5), 0, 2, 0);
        assertCounts(after(1, 4, 2), 1, 1, 0);
    }

    @Test
    void whatComesAgainIsADuplicate() {
        assertCounts(after(1, 1), 0, 0, 1);
        assertCounts(after(1, 2, 3, 1, 2, 3), 0, 0, 3);
        assertCounts(after(1, 4, 3, 3), 1, 1, 1);
    }

    @Test
    void theWindowReaches64NumbersBack() {
        assertCounts(after(1, 66, 2), 63, 1, 0);
        assertCounts(after(1, 67, 2), 65, 0, 1);
        assertCounts(after(1, 65, 1), 63, 0, 1);
        assertCounts(after(1, 2, 66, 2), 63, 0, 1);
        assertCounts(after(1, 3, 66, 2), 62, 1, 0);
    }

    @Test
    void whatWasBeforeTheBeginningWasNeverMissing() {
        assertCounts(after(10, 9, 9, 11), 0, 1, 1);
        assertCounts(after(10, 13, 9, 11), 1, 2, 0);
    }

    @Test
    void countsAsAListOfAllNumbersDoes() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            int jump = 1 + random.nextInt(round % 3 == 0 ? 100 : 5);
            long first = 1L + random.nextInt(200);
            long[] numbers = new long[200];
            Set<Long> seen = new HashSet<>();
            long last = 0;
            long missing = 0;
            long outOfOrder = 0;
            long duplicates = 0;
            for (int i = 0; i < numbers.length; i++) {
                long number = i == 0 ? first : Math.max(1, last + 1 + random.nextInt(jump) - random.nextInt(jump));
                numbers[i] = number;
                if (i > 0 && number > last) {
                    missing += number - last - 1;
                } else if (i > 0 && (seen.contains(number) || last - number > 64)) {
                    duplicates++;
                } else if (i > 0) {
                    outOfOrder++;
                    missing -= number > first ? 1 : 0;
                }
                seen.add(number);
                last = Math.max(last, number);
            }
            assertCounts(after(numbers), missing, outOfOrder, duplicates);
        }
    }
}
