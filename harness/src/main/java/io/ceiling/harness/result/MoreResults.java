package io.ceiling.harness.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * The results of extensions for a scenario.
 *
 * @param lines lines below the scenario's on the screen
 * @param files rows of files of their own, a file without new rows included
 */
public record MoreResults(List<String> lines, List<Rows> files) {

    /** Nothing was added. */
    public static final MoreResults NONE = new MoreResults(List.of(), List.of());

    /**
     * The rows of a scenario in a CSV file, whose second column has the name of the scenario.
     *
     * @param file name of the file in the folder of the run
     * @param header names of its columns
     * @param cells cells of each row
     */
    public record Rows(String file, List<String> header, List<List<String>> cells) {

        public Rows {
            header = List.copyOf(header);
            cells = List.copyOf(cells);
        }
    }

    public MoreResults {
        lines = List.copyOf(lines);
        files = List.copyOf(files);
    }

    public MoreResults and(MoreResults others) {
        return new MoreResults(
                Stream.concat(lines.stream(), others.lines.stream()).toList(),
                Stream.concat(files.stream(), others.files.stream()).toList());
    }
}
