package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AfterRampLinesTest {

    @Test
    void saysNothingIfNothingWasTried() {
        assertThat(AfterRampLines.of(AfterRampResults.EMPTY)).isEmpty();
    }

    @Test
    void saysWhatTheNextClientsSawAndHowStormsEnded() {
        assertThat(AfterRampLines.of(AfterRamps.BOTH))
                .containsExactly(
                        "    aftermath: with 200 held, 4 more clients: 1 silent drop (no answer to the SYN in 4.0 s); 2 connected, never served (connected after 0.2 ms to 0.3 ms, no answer in 4.0 s); 1 HTTP 503 after 6.0 ms",
                        "    back at 160: 140 of 141 kept answered again after 12 ms, 2 of 3 waiting clients served, the last after 3.0 ms, 16 of 16 new ones served within 1.5 s; lost for good: 2 (21.5 s)",
                        "    storm: 1 000 back within 2.0 s at acceptCount 100: FAILED, the slowest was served after 1030 ms, SLO 800 ms; half served after 1.0 s, 99 % 2.0 s, all 3.1 s; from each start p50 2.0 ms, p99 1.0 s, last 1.0 s; 0 failed, 37 slow connects; overflows 40, drops 41, SYN again 37; queue at most 101 of 100",
                        "    storm: 1 000 back within 2.0 s at acceptCount 1000: passed; half served after 1.0 s, 99 % 2.0 s, all 2.0 s; from each start p50 2.0 ms, p99 90 ms, last 120 ms; 0 failed, 0 slow connects; overflows not seen, drops not seen, SYN again not seen; queue at most not seen of not seen",
                        "    storm: least acceptCount that passes: 1000 (100 fails; 2 storms) (40 s)");
    }

    @Test
    void saysWhyNothingWasMeasured() {
        AfterRampResults after = new AfterRampResults(
                Optional.of(Aftermath.notMeasured("no limit of the server was met", 0)), List.of(), "two servers");

        assertThat(AfterRampLines.of(after))
                .containsExactly(
                        "    aftermath: not measured: no limit of the server was met (0 ms)", "    storm: two servers");
    }
}
