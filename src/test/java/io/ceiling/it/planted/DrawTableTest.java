package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DrawTableTest {

    private static final Draw DRAW = IntStream.iterate(0, index -> index + 1)
            .mapToObj(index -> RandomDraws.draw(5, index))
            .filter(draw -> draw.kind() == DrawKind.CONNECTIONS)
            .findFirst()
            .orElseThrow();
    private static final int TRUE_NUMBER =
            DRAW.truth().number().map(Truth.Range::lowest).orElseThrow();

    private static DrawResult found(String name, String verdict, long ceiling) {
        return DrawResult.of(
                DRAW, DRAW.truth().number(), new Found(name, verdict, Long.toString(ceiling), "evidence", ""));
    }

    private static final DrawResult RIGHT = found("server-max-connections", "reached", TRUE_NUMBER);
    private static final DrawResult OFF = found("server-max-connections", "reached", 2L * TRUE_NUMBER);
    private static final DrawResult WRONG = found("accept-queue", "reached", TRUE_NUMBER);
    private static final DrawResult UNNAMED = found("unknown", "reached", TRUE_NUMBER);
    private static final DrawResult INVALID = found("host-cpu", "invalid", TRUE_NUMBER);

    private static List<DrawResult> withNineteenRight(DrawResult... others) {
        return Stream.concat(Collections.nCopies(19, RIGHT).stream(), Stream.of(others))
                .toList();
    }

    @Test
    void oneWrongNameFailsTheLane() {
        assertThat(DrawTable.failure(withNineteenRight(WRONG)))
                .hasValueSatisfying(text -> assertThat(text).contains("1 of 20 names are wrong"));
    }

    @Test
    void oneOfTwentyMayBeUnknownOrOff() {
        assertThat(DrawTable.failure(withNineteenRight(UNNAMED))).isEmpty();
        assertThat(DrawTable.failure(withNineteenRight(OFF))).isEmpty();
        assertThat(DrawTable.failure(withNineteenRight(UNNAMED, INVALID))).isPresent();
        assertThat(DrawTable.failure(withNineteenRight(OFF, OFF))).isPresent();
    }

    @Test
    void whatThisMachineCannotRunFailsNothing() {
        assertThat(DrawTable.failure(
                        List.of(DrawResult.of(DRAW, Optional.empty(), Found.skipped("nginx is not installed")))))
                .isEmpty();
    }

    @Test
    void everyDrawThatIsNotRightIsListedWithTheCommandThatRepeatsIt() {
        List<String> lines = DrawTable.lines(withNineteenRight(WRONG, OFF));

        assertThat(lines).anyMatch(line -> line.matches("all +21 +20 +1 +0 +0 +21 +20"));
        assertThat(lines.stream().filter(line -> line.contains(DRAW.again()))).hasSize(2);
        assertThat(DRAW.again()).contains("-Dplanted.seed=5", "'^draw %d '".formatted(DRAW.index()));
    }

    @Test
    void theCsvHasARowForEachDraw() {
        assertThat(DrawTable.csv(List.of(RIGHT, OFF)).lines()).hasSize(3).anyMatch(line -> line.contains("number off"));
        assertThat(DrawResult.of(DRAW, Optional.empty(), RIGHT.found()).isRight())
                .isTrue();
    }
}
