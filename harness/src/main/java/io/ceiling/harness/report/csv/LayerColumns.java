package io.ceiling.harness.report.csv;

import io.ceiling.container.RunningSettings;
import io.ceiling.container.TlsReadback;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.load.report.CompressionCounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The columns of TLS and of compressed WebSocket messages as they were really used. */
final class LayerColumns {

    static final List<Column<ScenarioResult>> USED = List.of(
            new Column<>(Keys.USED_TLS, result -> tls(result, tls -> tls.protocol() + " " + tls.cipherSuite())),
            new Column<>(Keys.USED_TLS_KEY, result -> tls(result, TlsReadback::key)),
            new Column<>("used_deflate", LayerColumns::compression));

    /** The pace of full handshakes. */
    static final List<Column<ScenarioResult>> HANDSHAKES =
            List.of(new Column<>(Keys.FULL_HANDSHAKES, LayerColumns::handshakes));

    private LayerColumns() {}

    private static Optional<String> tls(ScenarioResult result, Function<TlsReadback, String> what) {
        return tls(result).map(what);
    }

    private static Optional<TlsReadback> tls(ScenarioResult result) {
        return Optional.ofNullable(result.running())
                .map(RunningSettings::sizes)
                .map(sizes -> sizes.tls())
                .filter(TlsReadback::isOn);
    }

    // Returns what the load agents negotiated with the servers, over all steps; empty if they compressed nothing.
    private static String compression(ScenarioResult result) {
        CompressionCounts seen = result.steps().stream()
                .map(step -> step.after().load().compression())
                .reduce(CompressionCounts.NONE, CompressionCounts::plus);
        if (seen.takeover() > 0) {
            return seen.noTakeover() > 0 ? "mixed" : "takeover";
        }
        return seen.noTakeover() > 0 ? "no-takeover" : "";
    }

    // Returns the fastest opening of a step that passed: each of its connections did a full handshake.
    private static OptionalDouble handshakes(ScenarioResult result) {
        return result.steps().stream()
                .filter(step -> tls(result).isPresent() && step.passed())
                .flatMapToDouble(step -> step.generator().opensPerSecond().stream())
                .max();
    }
}
