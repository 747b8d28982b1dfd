package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DepartedClientsTest {

    private static final long MEBIBYTE = 1 << 20;

    private static Sample sample(boolean afterGc, long heapBytes, long withCookies) {
        Counts counts =
                Counts.of(new ConnectionCounts(0, 0, 0, 0, 0, 0, 0, withCookies), Failures.NONE, ExchangeCounts.NONE);
        return new Sample(
                1,
                afterGc,
                ServerReadings.notSeen()
                        .heap(heapBytes, Limit.of(128 * MEBIBYTE))
                        .build(),
                HostReading.NOT_SEEN,
                new LoadReading(1, counts, LoadReading.NONE.times(), LoadReading.NONE.process()));
    }

    private static Optional<DepartedClients> of(Sample before, Sample after) {
        return DepartedClients.of(before, after, 1000, Double.NaN);
    }

    private static String words(Sample before, Sample after) {
        return of(before, after).map(DepartedClients::words).orElse("");
    }

    @Test
    void whatAServerKeepsOfEachIsAFigureOfItsOwn() {
        assertThat(of(sample(true, 10 * MEBIBYTE, 16), sample(true, 30 * MEBIBYTE, 1016)))
                .contains(new DepartedClients(
                        "per departed client 20.5 KiB of heap stay in the server, such as a session: 20 MiB of 1000"
                                + " clients with a cookie, which a further run does not find until they time out",
                        false));
    }

    /** An entry for each request that no cookie names, as in a log or a cache of answers. */
    @Test
    void growthThatNoConnectionHoldsIsNotSilentlyInItsCost() {
        Sample before = sample(true, 10 * MEBIBYTE, 0);
        Sample after = sample(true, 30 * MEBIBYTE, 0);

        assertThat(DepartedClients.of(before, after, 1000, 30 * 1024))
                .contains(new DepartedClients(
                        "per departed client 20.5 KiB of heap stay in the server, of its requests or for the next client: 20 MiB of 1000"
                                + " clients; the heap of a connection, 30.0 KiB, has up to that of it: without it 9.5 KiB",
                        true));
        assertThat(DepartedClients.of(before, after, 1000, 300 * 1024)).isEmpty();
    }

    @Test
    void aSessionThatIsALargePartOfACostIsTold() {
        Sample before = sample(true, 10 * MEBIBYTE, 16);
        Sample after = sample(true, 30 * MEBIBYTE, 1016);

        assertThat(DepartedClients.of(before, after, 2000, 30 * 1024).orElseThrow())
                .satisfies(kept -> assertThat(kept.isInCost()).isTrue())
                .satisfies(kept -> assertThat(kept.words()).endsWith("without it 9.5 KiB"));
        assertThat(DepartedClients.of(before, after, 2000, 300 * 1024)
                        .orElseThrow()
                        .isInCost())
                .isFalse();
    }

    @Test
    void aServerWithoutCookiesOrThatForgetsItsClientsIsNotMentioned() {
        assertThat(of(sample(true, 10 * MEBIBYTE, 0), sample(true, 30 * MEBIBYTE, 0)))
                .isEmpty();
        assertThat(of(sample(true, 10 * MEBIBYTE, 0), sample(true, 10 * MEBIBYTE + 99_000, 1000)))
                .isEmpty();
    }

    @Test
    void ofAHeapThatWasNotCollectedOnlyTheClientsAreKnown() {
        for (Sample after : new Sample[] {sample(false, 30 * MEBIBYTE, 1000), sample(true, -1, 1000)}) {
            assertThat(words(sample(true, 10 * MEBIBYTE, 0), after))
                    .startsWith("1000 clients were given a cookie and have left");
        }
        assertThat(of(sample(true, 10 * MEBIBYTE, 0), sample(false, 30 * MEBIBYTE, 0)))
                .isEmpty();
    }

    @Test
    void clientsThatWereThereBeforeTheRampAreNotItsOwn() {
        assertThat(words(sample(true, 10 * MEBIBYTE, 16), sample(true, 10 * MEBIBYTE, 16)))
                .startsWith("16 clients were given a cookie and have left");
    }
}
