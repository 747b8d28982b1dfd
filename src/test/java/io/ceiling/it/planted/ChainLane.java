package io.ceiling.it.planted;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.planted.ChainResult.Answer;
import io.ceiling.it.planted.ChainResult.Judgement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * A lane of drawn chains: a row of a CSV file for each as soon as it has run. What the file has already is not run again, so that a
 * lane that was interrupted goes on. {@code it/stations} runs it without Maven.
 */
final class ChainLane {

    private static final int PERCENT = 5;

    private static final List<String> HEADER = List.of(
            """
            seed draw commit platform chain slo_ms slowest true_number true_names found_number found_name
            found_verdict judgement best_name seconds evidence"""
                    .split("\\s+"));

    private final long seed;
    private final Path csv;
    private final Path folder;

    ChainLane(long seed, Path csv, Path folder) {
        this.seed = seed;
        this.csv = csv;
        this.folder = folder;
    }

    /** Arguments: seed, first draw, number of draws, CSV file, folder for what runs leave. */
    public static void main(String[] arguments) throws Exception {
        ChainLane lane = new ChainLane(Long.parseLong(arguments[0]), Path.of(arguments[3]), Path.of(arguments[4]));
        int first = Integer.parseInt(arguments[1]);
        for (int i = first; i < first + Integer.parseInt(arguments[2]); i++) {
            lane.run(i);
        }
        lane.summary().forEach(System.out::println);
        lane.failure().ifPresent(why -> {
            System.out.println(why);
            System.exit(1);
        });
    }

    /** Blocks until that draw has run; nothing to do if the file has it. */
    void run(int index) throws Exception {
        if (rows().stream().anyMatch(row -> row.getField("draw").equals(Integer.toString(index)))) {
            return;
        }
        ChainResult result = resultOf(ChainDraw.draw(seed, index));
        boolean isNew = !Files.exists(csv);
        String text = PlantedCsv.of(HEADER, List.of(result), ChainLane::record);
        Files.writeString(
                csv,
                isNew ? text : text.substring(text.indexOf('\n') + 1),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        System.out.println(result.line());
    }

    /** A draw that broke off has no answer; the lane goes on. */
    private ChainResult resultOf(ChainDraw draw) throws Exception {
        try {
            return ChainRun.of(draw, Files.createDirectories(folder.resolve("draw-" + draw.index())));
        } catch (IllegalStateException | IOException | TimeoutException | AssertionError e) {
            e.printStackTrace();
            return new ChainResult(draw, draw.names(""), new Answer("unknown", "broken off", "", e.toString()), 0);
        }
    }

    private static List<String> record(ChainResult result) {
        ChainDraw draw = result.draw();
        return List.of(
                Long.toString(draw.seed()),
                Integer.toString(draw.index()),
                commit(),
                draw.platform().label(),
                draw.text(),
                Integer.toString(draw.sloMillis()),
                draw.bottleneck().resource().toString(),
                draw.number().isPresent() ? Integer.toString(draw.number().getAsInt()) : "",
                String.join(" ", result.names()),
                result.answer().number(),
                result.answer().name(),
                result.answer().verdict(),
                result.judgement().label(),
                Boolean.toString(result.isBestName()),
                Long.toString(result.seconds()),
                result.answer().words());
    }

    /** Of what is measured with, as git tells it. */
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "--short=8", "HEAD")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private List<NamedCsvRecord> rows() throws IOException {
        if (!Files.exists(csv)) {
            return List.of();
        }
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(csv)) {
            return reader.stream()
                    .filter(row -> row.getField("seed").equals(Long.toString(seed)))
                    .toList();
        }
    }

    private static long count(List<NamedCsvRecord> rows, Judgement judgement) {
        return rows.stream()
                .filter(row -> row.getField("judgement").equals(judgement.label()))
                .count();
    }

    /** Returns a line for what is too small, each, and one for all. */
    List<String> summary() throws IOException {
        List<String> lines = new ArrayList<>();
        Map<String, List<NamedCsvRecord>> bySlowest = rows().stream()
                .collect(Collectors.groupingBy(
                        row -> row.getField("slowest"), java.util.TreeMap::new, Collectors.toList()));
        bySlowest.forEach((slowest, some) -> lines.add(line(slowest, some)));
        lines.add(line("all", rows()));
        return lines;
    }

    private static String line(String label, List<NamedCsvRecord> rows) {
        Map<Judgement, Long> counts = new EnumMap<>(Judgement.class);
        for (Judgement judgement : Judgement.values()) {
            counts.put(judgement, count(rows, judgement));
        }
        List<Long> seconds = rows.stream()
                .map(row -> Long.valueOf(row.getField("seconds")))
                .sorted()
                .toList();
        long best = rows.stream()
                .filter(row -> row.getField("best_name").equals("true"))
                .count();
        return "%-10s %3d draws: %s; %d best names; median %s s"
                .formatted(
                        label,
                        rows.size(),
                        counts.entrySet().stream()
                                .map(entry ->
                                        entry.getValue() + " " + entry.getKey().label())
                                .collect(Collectors.joining(", ")),
                        best,
                        seconds.isEmpty() ? "-" : seconds.get(seconds.size() / 2));
    }

    /** Returns why the lane fails; empty if it does not. */
    Optional<String> failure() throws IOException {
        List<NamedCsvRecord> rows = rows();
        long run = rows.size() - count(rows, Judgement.SKIPPED);
        long wrong = count(rows, Judgement.WRONG_STATION);
        long unknown = count(rows, Judgement.NO_NAME);
        long off = count(rows, Judgement.NUMBER_OFF);
        return wrong > 0 || Math.max(unknown, off) * 100 > run * PERCENT
                ? Optional.of(
                        "of %d draws %d name a wrong station, %d have no name, %d numbers are off: at most 0, and %d %% each"
                                .formatted(run, wrong, unknown, off, PERCENT))
                : Optional.empty();
    }
}
