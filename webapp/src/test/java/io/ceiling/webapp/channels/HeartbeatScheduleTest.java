package io.ceiling.webapp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeartbeatScheduleTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = Long.MAX_VALUE - 15 * SECOND;

    private static final List<String> CLIENTS =
            IntStream.range(0, 9_000).mapToObj(i -> "client-" + i).toList();

    @Test
    void everyClientHasOneInEachIntervalAndNoCheckHasManyMore() {
        HeartbeatSchedule signs = new HeartbeatSchedule(Duration.ofSeconds(30), START);
        List<String> due = new ArrayList<>();
        List<Integer> perCheck = new ArrayList<>();
        for (int second = 1; second <= 30; second++) {
            // The clock of nanoTime may run over in between.
            signs.check(START + second * SECOND);
            List<String> now = CLIENTS.stream().filter(signs::isDue).toList();
            due.addAll(now);
            perCheck.add(now.size());
        }

        assertThat(due).doesNotHaveDuplicates();
        assertThat(due).hasSameSizeAs(CLIENTS);
        assertThat(Collections.max(perCheck)).isLessThan(2 * CLIENTS.size() / 30);
    }

    @Test
    void withAnIntervalBelowThatOfTheChecksEachCheckHasAll() {
        HeartbeatSchedule signs = new HeartbeatSchedule(Duration.ofMillis(500), 0);
        signs.check(SECOND);
        assertThat(CLIENTS).allMatch(signs::isDue);
    }
}
