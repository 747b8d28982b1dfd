package io.ceiling.harness.forecast;

import io.ceiling.container.Limit;
import io.ceiling.harness.forecast.MeasuredCosts.CostSource;
import io.ceiling.harness.forecast.MeasuredCosts.Quantity;
import io.ceiling.harness.forecast.MeasuredCosts.Settings;
import io.ceiling.harness.forecast.MeasuredCosts.Subject;
import io.ceiling.harness.forecast.MeasuredCosts.WorkKey;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.FittedLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Measured costs of connections, from which those of a scenario are chosen: of servers with its settings, or else of the
 * nearest ones, which are named. Immutable.
 *
 * <p>Notes. A setting that no row of that work has is added as a difference that was measured elsewhere ({@link
 * CostDifferences}), and told so. Bytes are never taken from another container.
 *
 * @param rows measured servers
 */
public record CostTable(List<MeasuredCosts> rows) {

    public CostTable {
        rows = List.copyOf(rows);
    }

    /**
     * The lines of a quantity that a scenario is forecast from.
     *
     * @param lines a line of each measured server
     * @param sources where each was measured
     * @param notes what the servers differ in from the scenario; empty for nothing
     */
    record Choice(List<FittedLine> lines, List<CostSource> sources, String notes) {}

    private record Candidate(MeasuredCosts row, FittedLine line, int distance) {}

    /** Returns the scenario's description, in the words of the rows. */
    static Subject subject(Scenario scenario) {
        return new Subject(
                scenario.container(),
                scenario.connector().label(),
                scenario.threadKind().label(),
                new WorkKey(
                        scenario.workload().label(),
                        scenario.messaging()
                                .map(with -> "%s/%s/%s".formatted(with.transport(), with.broadcaster(), with.cache()))
                                .orElse("")),
                new Settings(
                        orDefault(scenario.sizes().bufferBytes()),
                        scenario.sizes().tls().label(),
                        scenario.sizes().deflate().label(),
                        scenario.jvm().garbageCollector(),
                        orDefault(scenario.sizes().headerCacheNodes())));
    }

    private static String orDefault(OptionalInt size) {
        return size.isPresent() ? Integer.toString(size.getAsInt()) : Limit.DEFAULT.toString();
    }

    /** Returns a table with the rows of another one, which are used where they are at least as near. */
    public CostTable with(List<MeasuredCosts> others) {
        return new CostTable(Stream.concat(others.stream(), rows.stream()).toList());
    }

    /**
     * Returns the lines of a quantity; empty if no server of that container was seen to need more of it with each
     * connection. Descriptors and threads of the process may be those of another container.
     */
    Optional<Choice> choose(Subject wanted, Quantity quantity) {
        List<Candidate> all = new ArrayList<>();
        for (MeasuredCosts row : rows) {
            if (isOfEveryContainer(quantity) || row.subject().container().equals(wanted.container())) {
                row.line(quantity)
                        .filter(line -> quantity == Quantity.DIRECT || line.rises())
                        .ifPresent(
                                line -> all.add(new Candidate(row, line, CostDistance.between(wanted, row.subject()))));
            }
        }
        int least = all.stream().mapToInt(Candidate::distance).min().orElse(0);
        List<Candidate> nearest =
                all.stream().filter(one -> one.distance() == least).toList();
        // What the user measured on this machine goes before what this project measured on another one.
        List<Candidate> own =
                nearest.stream().filter(one -> !one.row().source().reference()).toList();
        List<Candidate> chosen = own.isEmpty() ? nearest : own;
        if (chosen.stream().noneMatch(one -> one.line().rises())) {
            return Optional.empty();
        }
        return Optional.of(choice(wanted, quantity, chosen));
    }

    /** Returns true for counts; how many threads a pool keeps for itself differs from one container to the next. */
    private static boolean isOfEveryContainer(Quantity quantity) {
        return quantity == Quantity.DESCRIPTORS || quantity == Quantity.THREADS;
    }

    private Choice choice(Subject wanted, Quantity quantity, List<Candidate> chosen) {
        MeasuredCosts first = chosen.get(0).row();
        List<String> notes = new ArrayList<>(CostDistance.differences(wanted, first.subject()));
        List<CostDifferences.CostDifference> more =
                quantity.isBytes() ? new CostDifferences(rows, quantity).of(wanted, first) : List.of();
        more.forEach(one -> notes.add(one.words()));
        return new Choice(
                chosen.stream()
                        .map(Candidate::line)
                        .filter(FittedLine::rises)
                        .map(line -> dearer(line, more))
                        .toList(),
                chosen.stream()
                        .filter(one -> one.line().rises())
                        .map(one -> one.row().source())
                        .toList(),
                String.join("; ", notes));
    }

    /** Returns the line with what settings add; one that would cost less than nothing keeps its slope. */
    private static FittedLine dearer(FittedLine line, List<CostDifferences.CostDifference> more) {
        FittedLine sum = line;
        for (CostDifferences.CostDifference one : more) {
            sum = sum.dearer(one.perConnection(), one.standardError());
        }
        return sum.perConnection() > 0 ? sum : line;
    }
}
