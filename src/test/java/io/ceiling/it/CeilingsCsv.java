package io.ceiling.it;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the CSV files of a run as a user's script would. */
final class CeilingsCsv {

    private CeilingsCsv() {}

    static List<NamedCsvRecord> rows(Path runFolder) {
        return rows(runFolder, "ceilings.csv");
    }

    static List<NamedCsvRecord> rows(Path runFolder, String file) {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(runFolder.resolve(file))) {
            return reader.stream().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one run folder below a results folder. */
    static Path onlyRun(Path results) {
        try (Stream<Path> folders = Files.list(results)) {
            return folders.filter(path -> !Files.isSymbolicLink(path) && Files.isDirectory(path))
                    .reduce((first, second) -> {
                        throw new AssertionError("more than one run in " + results);
                    })
                    .orElseThrow(() -> new AssertionError("no run in " + results));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
