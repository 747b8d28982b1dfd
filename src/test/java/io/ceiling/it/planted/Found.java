package io.ceiling.it.planted;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.util.List;
import java.util.Optional;

/**
 * What a run of a draw found: one row of ceilings.csv.
 *
 * @param name limiting factor; {@code none} if nothing was blamed
 * @param verdict as in ceilings.csv
 * @param ceiling connections; empty if there is none
 * @param skippedReason why this machine could not run it; empty if it could
 */
record Found(String name, String verdict, String ceiling, String evidence, String skippedReason) {

    static final String UNKNOWN = "unknown";

    /** Of the name. */
    enum Naming {
        RIGHT,
        WRONG,
        /** No name where there is one to find, or a run that says itself that it is not valid: no answer, but no wrong one. */
        UNKNOWN,
        SKIPPED
    }

    /** What both lanes of random draws count. */
    interface Counted {

        Found found();

        Naming naming();

        boolean isRight();

        /** One line: what was drawn, what was expected and found. */
        String line();

        static long count(List<? extends Counted> results, Naming naming) {
            return results.stream().filter(result -> result.naming() == naming).count();
        }

        static <T extends Counted> List<T> run(List<T> results) {
            return results.stream()
                    .filter(result -> result.naming() != Naming.SKIPPED)
                    .toList();
        }

        /** A line for every draw that was run and is not right. */
        static List<String> notRight(List<? extends Counted> results) {
            return run(results).stream()
                    .filter(result -> !result.isRight())
                    .map(Counted::line)
                    .toList();
        }
    }

    static Found skipped(String reason) {
        return new Found("", "", "", "", reason);
    }

    /** A draw that broke off has no answer. */
    static Found brokenOff(Throwable why) {
        return new Found(UNKNOWN, "broken off", "", why.toString(), "");
    }

    static Found of(NamedCsvRecord row) {
        return new Found(
                PlantedRun.named(row),
                row.getField("verdict"),
                row.getField("ceiling_connections"),
                PlantedRun.evidence(row),
                "");
    }

    /** What the name is worth if these are right. */
    Naming naming(List<String> right) {
        if (!skippedReason.isEmpty()) {
            return Naming.SKIPPED;
        }
        if (verdict.equals("invalid")) {
            return Naming.UNKNOWN;
        }
        if (right.contains(name)) {
            return Naming.RIGHT;
        }
        return name.equals(UNKNOWN) || name.equals(PlantedCell.NONE) ? Naming.UNKNOWN : Naming.WRONG;
    }

    /** Within the tolerance of the true number; true where none is demanded. */
    boolean isNumberRight(Optional<Truth.Range> number) {
        return number.isEmpty() || (!ceiling.isEmpty() && number.get().holds(Long.parseLong(ceiling)));
    }
}
