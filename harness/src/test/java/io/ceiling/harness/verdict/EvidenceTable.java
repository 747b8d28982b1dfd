package io.ceiling.harness.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.harness.verdict.EvidenceSituations.Arguments;
import io.ceiling.harness.verdict.EvidenceSituations.Situation;
import io.ceiling.load.report.FailureCause;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rows of evidence.txt, which says how they are written. */
final class EvidenceTable {

    private static final String FILE = "evidence.txt";

    private static final String SITUATION = "(?<name>\\w+)(\\((?<arguments>[^)]*)\\))?";
    private static final String CHANGE = "(?<fields>(\\w+=)+)(?<value>[^\\s`]*)(`(?<text>[^`]*)`)?";
    private static final Pattern FACT = Pattern.compile("\\s*(%s|%s)(?=\\s|$)".formatted(SITUATION, CHANGE));

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Fact> named = new TreeMap<>();

    private EvidenceTable() {}

    static EvidenceTable read() {
        try (InputStream in = Objects.requireNonNull(EvidenceTable.class.getResourceAsStream("/" + FILE))) {
            return parse(new String(in.readAllBytes(), UTF_8).lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Row> rows() {
        return rows;
    }

    /** Returns what a row with these facts sets. */
    static Fact fact(String facts) {
        return read().parse(facts.strip());
    }

    static EvidenceTable parse(List<String> lines) {
        EvidenceTable table = new EvidenceTable();
        int next = 0;
        while (next < lines.size()) {
            int number = next + 1;
            StringBuilder row = new StringBuilder(lines.get(next++));
            while (next < lines.size() && lines.get(next).startsWith(" ")) {
                row.append(lines.get(next++));
            }
            if (!row.isEmpty() && row.charAt(0) != '#') {
                table.add(number, row.toString());
            }
        }
        return table;
    }

    private void add(int line, String row) {
        try {
            List<String> cells =
                    Stream.of(row.split("\\|", 4)).map(String::strip).toList();
            Fact fact = parse(cells.get(cells.size() - 1));
            // A value that cannot be read fails here, where its line is known.
            EvidenceBuilder.evidence(fact);
            if (cells.size() == 2) {
                named.put(cells.get(0), fact);
                return;
            }
            if (cells.size() != 4) {
                throw new IllegalArgumentException("a row must have 4 cells, has %d".formatted(cells.size()));
            }
            LimitingFactor expected = LimitingFactor.valueOf(cells.get(0));
            LimitingFactor lookAlike = cells.get(1).isEmpty() ? expected : LimitingFactor.valueOf(cells.get(1));
            rows.add(new Row(cells.get(2), lookAlike, expected, fact));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("%s:%d: %s".formatted(FILE, line, e.getMessage()), e);
        }
    }

    private Fact parse(String text) {
        List<Fact> facts = new ArrayList<>();
        Matcher fact = FACT.matcher(text);
        while (fact.regionStart() < text.length()) {
            if (!fact.lookingAt()) {
                throw new IllegalArgumentException("cannot read '%s'".formatted(text.substring(fact.regionStart())));
            }
            facts.addAll(facts(fact));
            fact.region(fact.end(), text.length());
        }
        return e -> facts.forEach(each -> each.apply(e));
    }

    private List<Fact> facts(Matcher fact) {
        Optional<String> fields = group(fact, "fields");
        if (fields.isEmpty()) {
            Arguments arguments = new Arguments(group(fact, "arguments").orElse(""));
            return List.of(situation(fact.group("name"), arguments));
        }
        return Stream.of(fields.get().split("="))
                .map(field -> change(field, fact.group("value"), group(fact, "text")))
                .toList();
    }

    private static Optional<String> group(Matcher fact, String name) {
        return Optional.ofNullable(fact.group(name));
    }

    private Fact change(String name, String value, Optional<String> text) {
        if (EvidenceFields.NAMES.contains(name)) {
            return e -> EvidenceFields.set(e, name, text.orElse(value));
        }
        FailureCause cause = Stream.of(FailureCause.values())
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow(() -> unknown("field '%s'".formatted(name)));
        long count = Long.parseLong(value);
        return e -> text.ifPresentOrElse(words -> e.fails(cause, count, words), () -> e.fails(cause, count));
    }

    private Fact situation(String name, Arguments arguments) {
        Optional<Situation> inJava = Optional.ofNullable(EvidenceSituations.ALL.get(name));
        return inJava.<Fact>map(situation -> e -> situation.apply(e, arguments))
                .or(() -> Optional.ofNullable(named.get(name)))
                .orElseThrow(() -> unknown("situation '%s'".formatted(name)));
    }

    private IllegalArgumentException unknown(String what) {
        return new IllegalArgumentException("there is no %s. Fields: %s. Failures: %s. Situations: %s, %s"
                .formatted(
                        what,
                        EvidenceFields.NAMES,
                        Arrays.toString(FailureCause.values()),
                        named.keySet(),
                        EvidenceSituations.ALL.keySet()));
    }
}
