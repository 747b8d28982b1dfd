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
 * Reads and applies the value of a dimension. Immutable.
 *
 * @param column name of the requested value in files
 * @param text requested value in a scenario, as in files
 * @param put sets a value in the settings of a server; does nothing if more than the value decides
 * @param jvmOption returns the option of the JVM for a value; empty if it is none of the JVM
 * @param displayName name in messages
 * @param requestedValue requested value for a comparison with the one in use; empty if there is none
 * @param runningValue value in use, in the form of the requested one; empty if it is not seen
 */
record Setting(
        String column,
        Function<Scenario, String> text,
        BiConsumer<ServerSettings.Builder, String> put,
        UnaryOperator<String> jvmOption,
        String displayName,
        Function<Scenario, String> requestedValue,
        BiFunction<Scenario, RunningServer, Object> runningValue) {

    static Setting of(String column, Function<Scenario, Object> value) {
        Function<Scenario, String> text = scenario -> text(scenario, value.apply(scenario));
        return new Setting(column, text, (server, any) -> {}, any -> "", "", text, (scenario, running) -> "");
    }

    static Setting ofStarted(String column, Function<Scenario, Object> value) {
        return of(column, scenario -> scenario.isExternal() ? "" : value.apply(scenario));
    }

    Setting put(BiConsumer<ServerSettings.Builder, String> consumer) {
        return new Setting(column, text, consumer, jvmOption, displayName, requestedValue, runningValue);
    }

    Setting jvm(UnaryOperator<String> option) {
        return new Setting(column, text, put, option, displayName, requestedValue, runningValue);
    }

    Setting runningValue(String name, Function<RunningServer, Object> value) {
        return runningValue(name, text, value);
    }

    Setting runningValue(String name, Function<Scenario, String> requested, Function<RunningServer, Object> value) {
        return new Setting(column, text, put, jvmOption, name, requested, (scenario, running) -> value.apply(running));
    }

    Setting runningValue(String name, BiFunction<Scenario, RunningServer, Object> value) {
        return new Setting(column, text, put, jvmOption, name, text, value);
    }

    // A size that was not requested is the default of a started server, and not seen for an external one.
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
