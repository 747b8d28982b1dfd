package io.ceiling.anatomy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of a connection in lines for the user. Pure functions. */
final class AnatomyTable {

    // Share of a whole below which a part has no line of its own.
    private static final double MIN_SHARE = 0.005;

    // Characters of holders in one line; more go into lines below it.
    private static final int WIDTH = 72;

    private static final double MIN_BYTES = 48;

    // Fewest objects for each connection whose number is shown.
    private static final double MIN_COUNT = 0.45;

    // Number of name parts that identify a holder: the class and its field.
    private static final int CLASS_AND_FIELD = 2;

    private static final List<TextTable.Column<PartLine>> COLUMNS = List.of(
            TextTable.figure("bytes", line -> line.what().isEmpty() ? "" : bytes(line.amount())),
            TextTable.figure("objects", PartLine::objects),
            TextTable.text("what", PartLine::what),
            TextTable.text("held by", PartLine::holders),
            TextTable.text("saved by", PartLine::saved));

    private static final List<TextTable.Column<Total>> TOTALS = List.of(
            TextTable.text("whole", total -> total.kind().words()),
            TextTable.figure("measured", total -> total.measured().bytes() < 0 ? "none" : bytes(total.measured())),
            TextTable.figure("floor", total -> bytes(total.floor())),
            TextTable.figure("sum of parts", total -> total.kind().isSumOfParts() ? "" : bytes(total.sumOfParts())),
            TextTable.figure("remainder", total -> total.kind().isSumOfParts() ? "" : bytes(total.remainder())));

    private record PartLine(Amount amount, String objects, String what, String holders, String saved) {}

    // Parts that share one line: of one class, one size and one setting.
    private record LineKey(String name, String via, long bytesOfEach, String setting) {}

    private AnatomyTable() {}

    /**
     * Returns the tables.
     *
     * @param notes what could not be read, and why
     * @param folder folder of the run
     */
    public static List<String> lines(Anatomy anatomy, List<SettingEffect> effects, List<String> notes, Path folder) {
        List<String> lines = new ArrayList<>();
        for (Owner owner : Owner.values()) {
            List<Part> parts = anatomy.parts().stream()
                    .filter(part -> part.owner() == owner)
                    .toList();
            if (!parts.isEmpty()) {
                lines.add("");
                lines.add(owner.words());
                lines.addAll(new TextTable<>(COLUMNS)
                        .lines(table(parts, effects).stream()
                                .flatMap(AnatomyTable::wrapped)
                                .toList()));
            }
        }
        lines.add("");
        lines.addAll(new TextTable<>(TOTALS).lines(anatomy.totals()));
        if (!effects.isEmpty()) {
            lines.add("");
            SettingEffect control = SettingEffect.control(effects);
            effects.forEach(one -> lines.add(effectLine(one, control)));
        }
        if (!notes.isEmpty()) {
            lines.add("");
            lines.addAll(notes);
        }
        lines.add("");
        lines.add(
                "bytes of one more connection: slope ± standard error; objects: number x size of each. RSS is heap, direct"
                        + " buffers, stacks and the JVM's own memory; the kernel is of both ends; floor: what sockets of java.nio"
                        + " and objects of the kernel take of it in any server.");
        lines.add("results: " + folder);
        return List.copyOf(lines);
    }

    private static List<PartLine> table(List<Part> parts, List<SettingEffect> effects) {
        double whole = parts.stream()
                .mapToDouble(part -> Math.max(0, part.amount().bytes()))
                .sum();
        double least = Math.max(MIN_BYTES, MIN_SHARE * whole);
        List<PartLine> lines = parts.stream()
                .collect(groupingBy(part -> lineKey(part, effects), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(group -> line(group, effects))
                .sorted(Comparator.comparingDouble(
                                (PartLine line) -> line.amount().bytes())
                        .reversed())
                .toList();
        List<PartLine> shown = new ArrayList<>();
        List<PartLine> small = new ArrayList<>();
        lines.forEach(line -> (Math.abs(line.amount().bytes()) >= least ? shown : small).add(line));
        if (small.size() > 1) {
            double rest =
                    small.stream().mapToDouble(line -> line.amount().bytes()).sum();
            shown.add(new PartLine(
                    new Amount(rest, Double.NaN), "", Plural.of(small.size(), "smaller part"), "(anatomy.csv)", ""));
        } else {
            shown.addAll(small);
        }
        return shown;
    }

    private static Stream<PartLine> wrapped(PartLine line) {
        List<String> rows = new ArrayList<>();
        StringBuilder row = new StringBuilder();
        for (String holder : line.holders().split(" (?=\\S)")) {
            if (!row.isEmpty() && row.length() + holder.length() >= WIDTH) {
                rows.add(row.toString());
                row.setLength(0);
            }
            row.append(row.isEmpty() ? "" : " ").append(holder);
        }
        rows.add(row.toString());
        return Stream.concat(
                Stream.of(new PartLine(line.amount(), line.objects(), line.what(), rows.get(0), line.saved())),
                rows.stream().skip(1).map(more -> new PartLine(Amount.UNKNOWN, "", "", more, "")));
    }

    private static LineKey lineKey(Part part, List<SettingEffect> effects) {
        // Objects that no field holds have a line of their own.
        boolean held = !part.holder().isEmpty();
        String name = held ? part.name() : part.name() + " ";
        return new LineKey(name, part.via(), held ? bytesOfEach(part) : 0, held ? saving(part, effects) : "");
    }

    // Returns the size of an object; 0 if it is not known.
    private static long bytesOfEach(Part part) {
        if (part.owner() != Owner.HEAP) {
            return part.bytesOfEach();
        }
        return part.count() > 0 ? Math.round(part.amount().bytes() / part.count() / Long.BYTES) * Long.BYTES : 0;
    }

    private static PartLine line(List<Part> group, List<SettingEffect> effects) {
        Part first = group.get(0);
        double bytes = group.stream().mapToDouble(part -> part.amount().bytes()).sum();
        double count = group.stream().mapToDouble(Part::count).sum();
        Amount amount = group.size() == 1 ? first.amount() : new Amount(bytes, Double.NaN);
        String objects = count >= MIN_COUNT ? objects(count, bytesOfEach(first)) : "";
        String holders = group.stream().map(AnatomyTable::holder).distinct().collect(joining(", "));
        return new PartLine(
                amount,
                objects,
                first.owner() == Owner.HEAP ? last(first.name(), 1) : first.name(),
                holders + (first.via().isEmpty() ? "" : " (%s)".formatted(last(first.via(), CLASS_AND_FIELD))),
                saved(group, effects));
    }

    private static String objects(double count, long each) {
        return each > 0 ? "%s x %s B".formatted(number(count), Figures.count(each)) : number(count);
    }

    private static String holder(Part part) {
        return part.holder().startsWith("(") ? part.holder() : last(part.holder(), CLASS_AND_FIELD);
    }

    private static String last(String name, int count) {
        String[] words = name.split("\\.");
        return String.join(".", Arrays.asList(words).subList(Math.max(0, words.length - count), words.length));
    }

    private static String number(double count) {
        return Math.abs(count - Math.rint(count)) < 0.05 ? Figures.count(Math.round(count)) : Figures.number(count, 1);
    }

    private static String saving(Part part, List<SettingEffect> effects) {
        return SettingEffect.best(part.key(), effects)
                .map(SettingEffect.BestSetting::setting)
                .orElse("");
    }

    private static String saved(List<Part> group, List<SettingEffect> effects) {
        String setting = saving(group.get(0), effects);
        if (setting.isEmpty()) {
            return "";
        }
        double bytes = group.stream()
                .flatMap(part -> SettingEffect.best(part.key(), effects).stream())
                .mapToDouble(best -> best.saved().bytes())
                .sum();
        return "%s: %s".formatted(setting, bytes(new Amount(bytes, Double.NaN)));
    }

    private static String effectLine(SettingEffect effect, SettingEffect control) {
        if (!effect.isMeasured()) {
            return "%s: not measured: %s".formatted(effect.setting(), effect.reason());
        }
        List<String> saved = new ArrayList<>();
        List<String> more = new ArrayList<>();
        for (Total.Kind kind : Total.Kind.values()) {
            Amount amount = effect.isControl()
                    ? effect.totals().getOrDefault(kind, Amount.UNKNOWN)
                    : effect.significantSaving(kind, control);
            if (amount.isKnown() && amount.bytes() < 0 && !effect.isControl()) {
                more.add(amount(new Amount(-amount.bytes(), amount.standardError()), kind));
            } else if (amount.isKnown()) {
                saved.add(amount(amount, kind));
            }
        }
        String amounts = String.join("; ", saved);
        if (effect.isControl()) {
            return "the same settings again differ by " + (amounts.isEmpty() ? "nothing that was read" : amounts);
        }
        return "%s saves %s%s"
                .formatted(
                        effect.setting(),
                        amounts.isEmpty() ? "nothing that can be told from chance" : amounts,
                        more.isEmpty() ? "" : ", and needs more: " + String.join("; ", more));
    }

    private static String amount(Amount amount, Total.Kind kind) {
        return "%s of %s".formatted(bytes(amount), kind.words());
    }

    private static String bytes(Amount amount) {
        return Figures.bytes(amount.bytes(), amount.standardError());
    }
}
