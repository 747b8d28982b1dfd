package io.ceiling.capacity.size;

import io.ceiling.capacity.size.Sizing.AmountRange;
import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Formats the costs of connections, how many fit into the memory, and the settings. Pure functions. */
final class SizeTable {

    private static final double MEBIBYTE = 1L << 20;
    private static final double KIBIBYTE = 1024;

    // Multiple of the measured connections up to which a line is extended without a warning.
    private static final double MAX_EXTRAPOLATION = 2;

    private record CostLine(String what, String perConnection, String withoutConnections) {}

    private static final List<TextTable.Column<CostLine>> COLUMNS = List.of(
            TextTable.text("what", CostLine::what),
            TextTable.figure("of one more connection", CostLine::perConnection),
            TextTable.figure("without connections", CostLine::withoutConnections));

    private static final List<TextTable.Column<Setting>> SETTINGS = List.of(
            TextTable.text("setting", setting -> setting.key().title()),
            TextTable.figure("value", SizeTable::value),
            TextTable.text("reason", Setting::reason));

    private SizeTable() {}

    public static List<String> costs(ConnectionCosts costs) {
        List<CostLine> rows = List.of(
                bytes("live heap", costs.heap()),
                bytes("resident beside the heap", costs.nonHeap()),
                bytes("  of that direct buffers", costs.direct()),
                bytes("kernel, of the server's end", costs.kernel()),
                count("threads", costs.threads()),
                count("descriptors", costs.descriptors()));
        List<String> lines = new ArrayList<>(new TextTable<>(COLUMNS).lines(rows));
        lines.add(String.format(
                Locale.ROOT,
                "slope ± standard error over %s, up to %s connections; kernel: %s",
                costs.source().description(),
                Figures.count(costs.source().mostConnections()),
                costs.source().kernelWords()));
        return lines;
    }

    /** Returns warnings about extending the lines of the costs to that many connections; none if there is no doubt. */
    public static List<String> doubts(ConnectionCosts costs, int connections) {
        List<String> doubts = new ArrayList<>();
        if (!costs.curved().isEmpty()) {
            doubts.add("doubt: %s: the points are on a curve, which the lines and their intervals do not have"
                    .formatted(String.join(", ", costs.curved())));
        }
        int most = costs.source().mostConnections();
        if (connections > MAX_EXTRAPOLATION * most) {
            doubts.add(
                    "doubt: measured up to %s connections, continued to %s: the intervals do not cover a cost that changes in between. Hint: a higher --cap"
                            .formatted(Figures.count(most), Figures.count(connections)));
        }
        return doubts;
    }

    /** Returns how much memory the connections take, and whether they fit. */
    public static List<String> answer(Sizing.SizingAnswer answer, OptionalLong memoryBytes) {
        int connections = answer.sizing().scenario().capConnections();
        AmountRange neededMemory = answer.sizing().neededMemory();
        String takes = String.format(
                Locale.ROOT,
                "%s connections take %s of memory (95 %% interval %s to %s)",
                Figures.count(connections),
                mebibytes(neededMemory.value()),
                mebibytes(neededMemory.low()),
                mebibytes(neededMemory.high()));
        if (answer.heapObstacle().isPresent()) {
            return List.of("does not fit: %s; %s"
                    .formatted(takes, answer.heapObstacle().get()));
        }
        if (answer.fittingConnections().isEmpty() || memoryBytes.isEmpty()) {
            return List.of(takes);
        }
        AmountRange fitting = answer.fittingConnections().get();
        String fit = String.format(
                Locale.ROOT,
                "%s holds %s connections (%s to %s)",
                mebibytes(memoryBytes.getAsLong()),
                Figures.count(fitting.value()),
                Figures.count(fitting.low()),
                Figures.count(fitting.high()));
        return List.of(
                answer.fits()
                        ? takes + "; " + fit
                        : String.format(
                                Locale.ROOT,
                                "does not fit: %s; %s. Hint: --memory=%dm or fewer --connections",
                                takes,
                                fit,
                                (long) Math.ceil(neededMemory.high() / MEBIBYTE)));
    }

    public static List<String> settings(Sizing sizing) {
        return new TextTable<>(SETTINGS).lines(sizing.settings());
    }

    private static String value(Setting setting) {
        return setting.key().isSize() ? Scenario.size(setting.value()) : Long.toString(setting.value());
    }

    /** Returns an amount of memory in MiB. */
    public static String mebibytes(long bytes) {
        return Figures.number(bytes / MEBIBYTE, 0) + " MiB";
    }

    private static CostLine bytes(String what, Slope line) {
        return new CostLine(
                what,
                Figures.bytes(line.perConnection(), line.standardError()),
                Double.isNaN(line.intercept())
                        ? "-"
                        : Math.abs(line.intercept()) < MEBIBYTE
                                ? Figures.number(line.intercept() / KIBIBYTE, 0) + " KiB"
                                : Figures.number(line.intercept() / MEBIBYTE, 1) + " MiB");
    }

    private static CostLine count(String what, Slope line) {
        if (Double.isNaN(line.perConnection())) {
            return new CostLine(what, "-", "-");
        }
        String each = String.format(Locale.ROOT, "%.3f", line.perConnection());
        return new CostLine(
                what,
                Double.isNaN(line.standardError())
                        ? each
                        : each + String.format(Locale.ROOT, " ± %.3f", line.standardError()),
                Figures.number(line.intercept(), 0));
    }
}
