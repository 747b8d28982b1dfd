package io.ceiling.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnTest {

    @Test
    void eachTestIsInOneShareOfSix() {
        List<Turn> turns =
                IntStream.rangeClosed(1, 6).mapToObj(i -> new Turn(i + "/6")).toList();

        assertThat(IntStream.range(0, 1000).mapToObj(i -> "ProbeIT#case" + i))
                .allSatisfy(name ->
                        assertThat(turns).filteredOn(turn -> turn.has(name)).hasSize(1));
        assertThat(turns).allSatisfy(turn -> assertThat(IntStream.range(0, 1000).mapToObj(i -> "ProbeIT#case" + i))
                .filteredOn(turn::has)
                .hasSizeBetween(100, 250));
    }

    @Test
    void oneShareHasEveryTest() {
        assertThat(new Turn("1/1").has("ProbeIT#any")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/6", "7/6", "3", "1/0"})
    void aShareThatThereIsNotIsNamed(String turn) {
        assertThatThrownBy(() -> new Turn(turn)).hasMessage("tests.turn must be such as 3/6, was '" + turn + "'");
    }
}
