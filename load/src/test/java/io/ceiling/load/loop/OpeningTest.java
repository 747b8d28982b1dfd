package io.ceiling.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpeningTest {

    private static final int LOOPS = 3;

    private static List<Opening> openings(int connections, int places) {
        return IntStream.range(0, LOOPS)
                .mapToObj(i -> new Opening(Schedule.part(0, 1_000, connections, i, LOOPS), places + i, LOOPS))
                .toList();
    }

    private static List<Integer> places(List<Opening> openings) {
        List<Integer> places = new ArrayList<>();
        for (Opening opening : openings) {
            while (opening.schedule().remaining() > 0) {
                places.add(opening.nextIndex());
                opening.schedule().take();
            }
        }
        return places;
    }

    @Test
    void theLoopsTakeEveryPlaceOnce() {
        for (int connections = 0; connections < 20; connections++) {
            assertThat(places(openings(connections, 100)))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(100, 100 + connections).boxed().toList());
        }
    }

    @Test
    void whatIsDroppedAreTheLastPlaces() {
        for (int taken = 0; taken <= 3; taken++) {
            for (int keep = 90; keep < 125; keep++) {
                List<Opening> openings = openings(20, 100);
                List<Integer> expected = new ArrayList<>();
                for (Opening opening : openings) {
                    for (int i = 0; i < taken; i++) {
                        opening.schedule().take();
                    }
                    int left = opening.schedule().remaining();
                    int dropped = opening.dropFrom(keep);
                    assertThat(opening.schedule().remaining()).isEqualTo(left - dropped);
                }
                for (int place = 100 + taken * LOOPS; place < Math.min(120, keep); place++) {
                    expected.add(place);
                }

                assertThat(places(openings))
                        .as("keep %d, %d taken of each", keep, taken)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }
}
