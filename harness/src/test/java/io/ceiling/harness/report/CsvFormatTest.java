package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.InstancesCsv;
import io.ceiling.harness.report.csv.SamplesCsv;
import io.ceiling.harness.report.csv.StepsCsv;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Seals the file formats: whoever changes them changes these files and results/columns.csv as well. */
class CsvFormatTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Locale original = Locale.getDefault();
    private final Path results;

    CsvFormatTest(@TempDir Path results) {
        this.results = results;
    }

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(original);
    }

    static Stream<Arguments> filesInThreeLocales() {
        return Stream.of("en-US", "de-DE", "ar-SA-u-nu-arab")
                .flatMap(locale -> Stream.of("ceilings.csv", "summary.csv", "steps.csv", "samples.csv", "instances.csv")
                        .map(file -> Arguments.of(locale, file)));
    }

    @ParameterizedTest
    @MethodSource("filesInThreeLocales")
    void isTheSameInEveryLocale(String locale, String file) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));

        try (RunFolder folder = RunFolder.create(results, "golden", CLOCK)) {
            Scenario two = Fixtures.websocket()
                    .with(Fixtures.websocket().server().toBuilder().instances(2).build());
            Step step = new Step(
                    4,
                    5,
                    4,
                    false,
                    "one lost",
                    1,
                    ofTwo(Fixtures.sample(3, false, 1)),
                    ofTwo(Fixtures.sample(5, true, 4)));
            folder.appendInstances(two, List.of(step), List.of(CostPerConnection.NONE));
            folder.appendSample(Fixtures.websocket(), Fixtures.sample(1, false, 1000));
            folder.append(Fixtures.result(Fixtures.websocket(), Fixtures.REACHED), List.of(Fixtures.started("java")));
            folder.append(Fixtures.broadcastResult(), List.of(Fixtures.started("java")));
        }

        Path run = results.resolve("20261121T091500Z-golden");
        Golden.isSealed((file.equals(Details.SAMPLES) ? Details.of(run) : run).resolve(file), locale);
    }

    /** Returns the same sample of two servers, each of which has all of it. */
    private static Sample ofTwo(Sample one) {
        LoadReading load = one.load();
        return new Sample(
                one.elapsedNanos(),
                one.afterGc(),
                one.server(),
                one.host(),
                new LoadReading(
                        load.agents(), load.counts(), load.times(), load.process(), List.of(load, load), List.of()),
                List.of(one.server(), one.server()),
                List.of());
    }

    @Test
    void theColumnsOfTheSummaryAreFew() {
        assertThat(Column.names(Summary.COLUMNS))
                .containsExactly(
                        """
                        container container_version connector thread_kind workload changed verdict
                        ceiling_connections first_failure_connections limiting_factor relief
                        heap_kib_per_connection rss_kib_per_connection kernel_kib_per_connection
                        response_p99_ms warnings"""
                                .split("\\s+"));
    }

    @Test
    void ceilingsTellsWhatWasMeasuredThenWhatCameOfItThenWhatItTook() {
        assertThat(CeilingsCsv.GROUPS)
                .extracting(
                        CeilingsCsv.ColumnGroup::words,
                        group -> group.columns().get(0).name())
                .containsExactly(
                        tuple("Identity", "run"),
                        tuple("Settings", "max_threads"),
                        tuple("Verdict", "verdict"),
                        tuple("Costs", "cost_points"),
                        tuple("Times", "connect_p50_ns"),
                        tuple("Messages", "messages_offered_per_s"),
                        tuple("Effort", "steps"));
    }

    @Test
    void linesEndAsRfc4180Wants() throws IOException {
        try (RunFolder folder = RunFolder.create(results, "golden", CLOCK)) {
            folder.append(Fixtures.result(Fixtures.websocket(), Fixtures.REACHED), List.of());

            String text = Files.readString(folder.path().resolve("ceilings.csv"));
            assertThat(text).endsWith("\r\n").contains("\"\"Too many open files\"\" at accept\"");
            assertThat(text.split("\r\n")).hasSize(2);
        }
    }

    @Test
    void noTwoColumnsHaveOneName() {
        assertThat(Column.names(CeilingsCsv.COLUMNS)).doesNotHaveDuplicates();
        assertThat(Column.names(StepsCsv.COLUMNS)).doesNotHaveDuplicates();
        assertThat(Column.names(SamplesCsv.COLUMNS)).doesNotHaveDuplicates();
        assertThat(Column.names(InstancesCsv.COLUMNS)).doesNotHaveDuplicates();
    }
}
