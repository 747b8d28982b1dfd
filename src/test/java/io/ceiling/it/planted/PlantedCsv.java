package io.ceiling.it.planted;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/** Results as CSV, RFC 4180; a pure function of them. */
final class PlantedCsv {

    private PlantedCsv() {}

    /** A row for each result. */
    static <T> String of(List<String> header, List<T> results, Function<T, List<String>> row) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv =
                CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
            csv.writeRecord(header);
            results.forEach(result -> csv.writeRecord(row.apply(result)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
