package io.ceiling.harness.report.csv;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The content of a CSV file of a run. A row that a killed process did not finish is left out.
 *
 * @param file name of the file
 * @param text text of the file, including its header
 * @param rows rows below the header
 */
public record CsvTable(String file, String text, List<CsvRow> rows) {

    /** Reads the file of that name in a folder; an empty table if there is none. Blocks for disk I/O. */
    public static CsvTable read(Path folder, String file) {
        Path path = folder.resolve(file);
        if (!Files.isRegularFile(path)) {
            return new CsvTable(file, "", List.of());
        }
        try (InputStream whole = CompleteRowsStream.of(path)) {
            return of(file, new String(whole.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    public static CsvTable of(String file, String text) {
        List<CsvRow> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> records = reader().ofCsvRecord(text)) {
            each(records.iterator(), rows::add);
        } catch (IOException | RuntimeException e) {
            throw unreadable(Path.of(file), e);
        }
        return new CsvTable(file, text, List.copyOf(rows));
    }

    /**
     * Passes each whole row of a file, which may be larger than the memory, to the consumer. Does nothing if there is
     * no such file.
     */
    public static void stream(Path path, Consumer<CsvRow> rows) {
        if (!Files.isRegularFile(path)) {
            return;
        }
        try (CsvReader<CsvRecord> records = reader().ofCsvRecord(CompleteRowsStream.of(path), StandardCharsets.UTF_8)) {
            each(records.iterator(), rows);
        } catch (IOException | RuntimeException e) {
            throw unreadable(path, e);
        }
    }

    /**
     * Returns the rows of a ceilings.csv.
     *
     * @throws RunFolderException if it cannot be read or is no ceilings.csv; the message is one line
     */
    public static List<CsvRow> ceilings(Path file) {
        return ceilings(file, CsvFile.read(file));
    }

    /**
     * Returns the rows of a table that was read from a ceilings.csv.
     *
     * @param table rows with the header first
     * @throws RunFolderException if it is no ceilings.csv; the message is one line
     */
    public static List<CsvRow> ceilings(Path file, List<List<String>> table) {
        if (table.isEmpty() || !table.get(0).contains(Keys.CEILING.column())) {
            throw new RunFolderException(
                    "%s is not a ceilings.csv: column ceiling_connections is missing".formatted(file));
        }
        int columns = table.get(0).size();
        for (int i = 1; i < table.size(); i++) {
            if (table.get(i).size() != columns) {
                throw new RunFolderException("%s:%d: %d cells, the header has %d columns"
                        .formatted(file, i + 1, table.get(i).size(), columns));
            }
        }
        return dataRows(table);
    }

    /** Returns the rows of a table below its header. */
    static List<CsvRow> dataRows(List<List<String>> table) {
        Map<String, Integer> index = CsvRow.index(table.get(0));
        return table.stream().skip(1).map(cells -> new CsvRow(index, cells)).toList();
    }

    /** Returns the rows of each key, in the order of the first rows. */
    public static <K> Map<K, List<CsvRow>> grouped(List<CsvRow> rows, Function<CsvRow, K> key) {
        return rows.stream().collect(groupingBy(key, LinkedHashMap::new, toList()));
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    // Returns a reader that accepts a partial row at the end of a file, so that the row can be left out.
    private static CsvReader.CsvReaderBuilder reader() {
        return CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.SKIP)
                .extraFieldStrategy(FieldMismatchStrategy.SKIP);
    }

    private static void each(Iterator<CsvRecord> records, Consumer<CsvRow> rows) {
        if (!records.hasNext()) {
            return;
        }
        List<String> header = records.next().getFields();
        Map<String, Integer> index = CsvRow.index(header);
        while (records.hasNext()) {
            List<String> cells = records.next().getFields();
            if (cells.size() == header.size()) {
                rows.accept(new CsvRow(index, cells));
            }
        }
    }

    private static RunFolderException unreadable(Path path, Exception cause) {
        return new RunFolderException(
                "%s cannot be read: %s".formatted(path, Cell.text(String.valueOf(cause.getMessage()))), cause);
    }
}
