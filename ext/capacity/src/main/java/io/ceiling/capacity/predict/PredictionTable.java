package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.capacity.prediction.PredictedLimit.Basis;
import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.stats.ForkSpread;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The predicted limits of a server in lines for the user. Pure functions. */
final class PredictionTable {

    private static final int PERCENT = 100;

    // Share of the limit above which a prediction is no longer from a tenth of the load.
    private static final double TARGET_SHARE = 0.1;

    // Share up to which the nearest limit may have moved since the last level was chosen.
    private static final double CLOSE_SHARE = 0.2;

    // Fewest connections that make five levels, each higher than the one before.
    private static final int MIN_CONNECTIONS = 5;

    private static final double MILLI = 1e-3;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final String INTERVAL_NOTE = String.format(
            Locale.ROOT,
            "an interval of memory has the scatter of the levels, and what servers of one setting of this project's application differ by in results/reference (standard deviation of a connection's heap %.1f %%, direct buffers %.1f %%, resident memory %.0f %%), which is not known of another application; of the rest it is that of this server alone",
            PERCENT * ForkSpread.HEAP.typical(),
            PERCENT * ForkSpread.DIRECT.typical(),
            PERCENT * ForkSpread.RESIDENT.typical());

    private PredictionTable() {}

    public static List<String> lines(LimitPrediction prediction) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (prediction.limits().isEmpty()) {
            lines.add("no limit could be predicted");
        } else {
            lines.addAll(table(prediction).lines(prediction.limits()));
            lines.add("");
            prediction.limits().stream()
                    .filter(limit -> !limit.basis().assumption().isEmpty())
                    .map(limit -> "%s rests on: %s"
                            .formatted(limit.limit(), limit.basis().assumption()))
                    .forEach(lines::add);
        }
        if (!prediction.unpredictedLimits().isEmpty()) {
            lines.add("");
            lines.add("not predicted:");
            lines.addAll(new TextTable<>(List.of(
                            TextTable.text(
                                    "limit",
                                    (UnpredictedLimit limit) ->
                                            "  " + limit.factor().label()),
                            TextTable.text("value", UnpredictedLimit::limit),
                            TextTable.text("why", UnpredictedLimit::reason)))
                    .lines(prediction.unpredictedLimits()));
        }
        lines.add("");
        lines.add(
                "connections at which each limit is met if no other comes first, with its 95 %% interval, from at most %s connections"
                        .formatted(Figures.count(prediction.mostConnections())));
        lines.add(INTERVAL_NOTE);
        prediction.possiblyNearer().stream()
                .map(limit -> "%s (%s) may come first, from %s connections on: %s"
                        .formatted(
                                limit.factor().label(),
                                limit.limit(),
                                Figures.count(limit.lowerBound().orElse(0)),
                                limit.reason()))
                .forEach(lines::add);
        prediction
                .nearest()
                .filter(limit -> prediction.shareReached(limit) > TARGET_SHARE)
                .ifPresent(limit -> lines.add("they are %s of the nearest limit, more than a tenth%s"
                        .formatted(share(prediction, limit), whyMore(prediction, limit))));
        return List.copyOf(lines);
    }

    /** Returns the line about a level. */
    public static String levelLine(int connections, LimitPrediction soFar) {
        return "  %s connections%s"
                .formatted(
                        Figures.count(connections),
                        soFar.nearest()
                                .map(near -> ", nearest limit so far %s at about %s"
                                        .formatted(near.factor().label(), Figures.count(near.wholeConnections())))
                                .orElse(", no limit so far"));
    }

    /** Returns the line about the number of requests that a prediction sent. */
    public static String requestsLine(long requests) {
        return "%s requests were sent in all, those that opened a connection among them"
                .formatted(Figures.count(requests));
    }

    // Returns why the connections are more than a tenth of a limit; empty if the reason is not known.
    private static String whyMore(LimitPrediction prediction, PredictedLimit limit) {
        return TARGET_SHARE * limit.wholeConnections() < MIN_CONNECTIONS
                ? ": a tenth of it is too few for five levels"
                : prediction.shareReached(limit) < CLOSE_SHARE
                        ? ": it was predicted further away when the last level was chosen"
                        : "";
    }

    private static TextTable<PredictedLimit> table(LimitPrediction prediction) {
        return new TextTable<>(List.of(
                TextTable.text("limit", limit -> limit.factor().label()),
                TextTable.text("value", PredictedLimit::limit),
                TextTable.figure("predicted", limit -> Figures.count(limit.wholeConnections())),
                TextTable.figure("interval", PredictionTable::interval),
                TextTable.figure("reached", limit -> share(prediction, limit)),
                TextTable.figure("each connection adds", limit -> costPerConnection(limit.basis())),
                TextTable.text("measured from", PredictionTable::basisText)));
    }

    private static String interval(PredictedLimit limit) {
        if (!limit.interval().isKnown()) {
            return "-";
        }
        String low =
                Figures.count((long) Math.max(0, Math.floor(limit.interval().low())));
        return Double.isFinite(limit.interval().high())
                ? "%s..%s".formatted(low, Figures.count((long)
                        Math.ceil(limit.interval().high())))
                : "%s..".formatted(low);
    }

    private static String share(LimitPrediction prediction, PredictedLimit limit) {
        double share = prediction.shareReached(limit);
        return Double.isFinite(share) ? Figures.number(PERCENT * share, 1) + " %" : "-";
    }

    private static String costPerConnection(Basis basis) {
        if (basis.unit().equals("bytes")) {
            // The error of the line is left out: it says nothing about the next server.
            return Figures.bytes(OptionalDouble.of(basis.perConnection()), OptionalDouble.empty());
        }
        if (basis.unit().equals("processors")) {
            return "%s us/s".formatted(Figures.number(basis.perConnection() * NANOS_PER_SECOND * MILLI, 1));
        }
        return String.format(Locale.ROOT, "%.3f", basis.perConnection());
    }

    private static String basisText(PredictedLimit limit) {
        return "%s, %d levels%s"
                .formatted(
                        limit.basis().quantity(),
                        limit.basis().levels(),
                        limit.basis().curved()
                                ? ", on a curve: from its last slope, the interval has its line as well"
                                : "");
    }
}
