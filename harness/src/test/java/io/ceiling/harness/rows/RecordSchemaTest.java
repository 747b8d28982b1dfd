package io.ceiling.harness.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.Limit;
import io.ceiling.harness.rows.Figure.LaterColumns;
import io.ceiling.harness.rows.Figure.NotSummed;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RecordSchemaTest {

    public record Part(
            @Figure("limit of both") Limit most,
            @LaterColumns(1) @Figure(value = "load", column = "mean_load") OptionalDouble load) {

        public static final Part NOT_SEEN = RecordSchema.notSeen(Part.class);
    }

    public record Whole(@LaterColumns(2) Part part, List<String> names, @NotSummed @Figure("time") String spentNanos) {}

    public record NoSum(String name) {}

    public record NoValue(long number) {}

    private static Whole whole(long most, OptionalDouble load, String name) {
        return new Whole(new Part(Limit.of(most), load), List.of(name), name);
    }

    @Test
    void whatWasNotSeenIsInNoComponent() {
        assertThat(Part.NOT_SEEN).isEqualTo(new Part(Limit.NOT_SEEN, OptionalDouble.empty()));
        assertThat(RecordSchema.notSeen(Whole.class)).isEqualTo(new Whole(Part.NOT_SEEN, List.of(), ""));
    }

    @Test
    void aSumIsThatOfEachComponent() {
        assertThat(RecordSchema.sum(whole(1, OptionalDouble.of(0.5), "a"), whole(2, OptionalDouble.of(1), "b")))
                .isEqualTo(new Whole(new Part(Limit.of(3), OptionalDouble.of(1.5)), List.of("a", "b"), ""));
        assertThat(RecordSchema.sum(whole(1, OptionalDouble.empty(), "a"), whole(2, OptionalDouble.of(1), "b"))
                        .part()
                        .load())
                .isEmpty();
    }

    @Test
    void columnsAreOrderedByGroupAndComponent() {
        List<RecordSchema.Column<Whole>> columns = RecordSchema.columns(Whole.class);

        assertThat(columns).extracting(RecordSchema.Column::name).containsExactly("spent_ns", "most", "mean_load");
        assertThat(columns).extracting(RecordSchema.Column::group).containsExactly(0, 2, 2);
        assertThat(columns).extracting(RecordSchema.Column::meaning).containsExactly("time", "limit of both", "load");
        assertThat(columns)
                .extracting(column -> column.value().apply(whole(7, OptionalDouble.of(2), "c")))
                .containsExactly("c", Limit.of(7), OptionalDouble.of(2));
    }

    @Test
    void aTextHasNoSumUnlessItIsApart() {
        assertThatThrownBy(() -> RecordSchema.sum(new NoSum("a"), new NoSum("b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("class java.lang.String has no sum");
    }

    @Test
    void aValueThatCannotBeMissingIsRefused() {
        assertThatThrownBy(() -> RecordSchema.notSeen(NoValue.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("long has no constant NOT_SEEN");
    }
}
