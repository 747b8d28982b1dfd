package io.ceiling.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.ServerReadings;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.PublishCounts;
import org.junit.jupiter.api.Test;

class DepartedClientsTest {

    private static final long MEBIBYTE = 1 << 20;

    private static Sample sample(boolean afterGc, long heapBytes, long withCookies) {
        Counts counts = new Counts(
                new ConnectionCounts(0, 0, 0, 0, 0, 0, 0, withCookies),
                Failures.NONE,
                AgeRange.NONE,
                ExchangeCounts.NONE,
                ByteCounts.NONE,
                ChannelCounts.NONE,
                PublishCounts.NONE);
        return new Sample(
                1,
                afterGc,
                ServerReadings.notSeen()
                        .heap(heapBytes, Limit.of(128 * MEBIBYTE))
                        .build(),
                HostReading.NOT_SEEN,
                new LoadReading(1, counts, LoadReading.NONE.times(), LoadReading.NONE.process()));
    }

    @Test
    void whatAServerKeepsOfEachIsAFigureOfItsOwn() {
        assertThat(DepartedClients.words(sample(true, 10 * MEBIBYTE, 16), sample(true, 30 * MEBIBYTE, 1016)))
                .contains("per departed client 20.5 KiB of heap stay in the server, such as a session: 20 MiB of 1000"
                        + " clients with a cookie, which a further run does not find until they time out");
    }

    @Test
    void aServerWithoutCookiesOrThatForgetsItsClientsIsNotMentioned() {
        assertThat(DepartedClients.words(sample(true, 10 * MEBIBYTE, 0), sample(true, 30 * MEBIBYTE, 0)))
                .isEmpty();
        assertThat(DepartedClients.words(sample(true, 10 * MEBIBYTE, 0), sample(true, 10 * MEBIBYTE + 99_000, 1000)))
                .isEmpty();
    }

    @Test
    void ofAHeapThatWasNotCollectedOnlyTheClientsAreKnown() {
        for (Sample after : new Sample[] {sample(false, 30 * MEBIBYTE, 1000), sample(true, -1, 1000)}) {
            assertThat(DepartedClients.words(sample(true, 10 * MEBIBYTE, 0), after)
                            .orElse(""))
                    .startsWith("1000 clients were given a cookie and have left");
        }
    }

    @Test
    void clientsThatWereThereBeforeTheRampAreNotItsOwn() {
        assertThat(DepartedClients.words(sample(true, 10 * MEBIBYTE, 16), sample(true, 10 * MEBIBYTE, 16))
                        .orElse(""))
                .startsWith("16 clients were given a cookie and have left");
    }
}
