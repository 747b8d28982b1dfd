package io.ceiling.harness.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * The results of extensions for a scenario.
 *
 * @param lines lines below the scenario's on the screen
 * @param files rows of files of their own, a file without new rows included
 */
public record ExtensionResults(List<String> lines, List<CsvRows> files) {

    /** Nothing was added. */
    public static final ExtensionResults NONE = new ExtensionResults(List.of(), List.of());

    /**
     * The rows of a scenario in a CSV file, whose second column has the name of the scenario.
     *
     * @param file name of the file in the folder of the run
     * @param header names of its columns
     * @param cells cells of each row
     */
    public record CsvRows(String file, List<String> header, List<List<String>> cells) {

        public CsvRows {
            header = List.copyOf(header);
            cells = List.copyOf(cells);
        }
    }

    public ExtensionResults {
        lines = List.copyOf(lines);
        files = List.copyOf(files);
    }

    public ExtensionResults and(ExtensionResults others) {
        return new ExtensionResults(
                Stream.concat(lines.stream(), others.lines.stream()).toList(),
                Stream.concat(files.stream(), others.files.stream()).toList());
    }
}
