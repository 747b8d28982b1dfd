package io.ceiling.harness.matrix;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What a dimension declares of itself beside its name. Immutable.
 *
 * @param values allowed values
 * @param usual value unless another one is given
 * @param column column of the requested value
 * @param put puts a value that is not {@code default} into the settings of a server; does nothing for a dimension of which
 *     more than its own value decides
 * @param jvmOption returns the option of the JVM with a value that is not {@code default}, or an empty text
 * @param readback comparison with the value that a server reports
 */
record Setting(
        Values values,
        String usual,
        Column column,
        BiConsumer<ServerSettings.Builder, String> put,
        UnaryOperator<String> jvmOption,
        Readback readback) {

    private static final Column NONE = new Column("", scenario -> "");

    /**
     * The column of the requested value.
     *
     * @param name name in files; empty if there is none
     * @param value value in a scenario, as text in files
     */
    record Column(String name, Function<Scenario, String> value) {}

    /**
     * The comparison of the requested value with the one in use. An empty text on either side is not compared, nor is
     * {@code default}.
     *
     * @param words name in messages
     * @param asked requested value
     * @param used value in use, as text in the same form
     */
    record Readback(String words, Function<Scenario, String> asked, BiFunction<Scenario, RunningServer, Object> used) {}

    static Setting of(Values values, String usual) {
        return new Setting(
                values, usual, NONE, (server, value) -> {}, value -> "", readback("", NONE.value(), any -> ""));
    }

    Setting column(String name, Function<Scenario, Object> value) {
        Column other = new Column(name, scenario -> text(scenario, value.apply(scenario)));
        return new Setting(values, usual, other, put, jvmOption, readback);
    }

    Setting put(BiConsumer<ServerSettings.Builder, String> consumer) {
        return new Setting(values, usual, column, consumer, jvmOption, readback);
    }

    Setting jvm(UnaryOperator<String> option) {
        return new Setting(values, usual, column, put, option, readback);
    }

    /** Compares the value of the column with the one in use. */
    Setting used(String words, Function<RunningServer, Object> used) {
        return with(readback(words, column.value(), used));
    }

    Setting used(String words, Function<Scenario, String> asked, Function<RunningServer, Object> used) {
        return with(readback(words, asked, used));
    }

    Setting usedAs(String words, BiFunction<Scenario, RunningServer, Object> used) {
        return with(new Readback(words, column.value(), used));
    }

    private Setting with(Readback other) {
        return new Setting(values, usual, column, put, jvmOption, other);
    }

    private static Readback readback(
            String words, Function<Scenario, String> asked, Function<RunningServer, Object> used) {
        return new Readback(words, asked, (scenario, running) -> used.apply(running));
    }

    /**
     * Returns the value as text. Of a size that was not requested, a server that was started uses its own default; of an
     * external server it was not seen.
     */
    private static String text(Scenario scenario, Object value) {
        if (value.equals(OptionalInt.empty()) || value.equals(OptionalLong.empty())) {
            return (scenario.isExternal() ? Limit.NOT_SEEN : Limit.DEFAULT).toString();
        }
        if (value instanceof OptionalInt size) {
            return Integer.toString(size.getAsInt());
        }
        return value instanceof OptionalLong size ? Long.toString(size.getAsLong()) : value.toString();
    }
}
