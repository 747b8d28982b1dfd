package io.ceiling.harness.rows;

/**
 * A column of CSV files. It is declared once and shared by the writer and all readers of a file, so that their names
 * never differ. The end of its name tells its unit. The same name means the same in all files.
 */
public interface ColumnKey {

    /** Returns the name of the column, as the header of a file has it. */
    String column();

    /** Returns a column that people alone read. */
    static ColumnKey of(String column) {
        return new Text(column);
    }

    /** Returns this column read as a number, for a setting that may also be a word. */
    default Amount asNumber() {
        return new Amount(column());
    }

    /** A column of text. */
    record Text(String column) implements ColumnKey {}

    /** A column of numbers in the unit of its name. */
    record Amount(String column) implements ColumnKey {

        /** Returns the column of the standard error of this one, which is the slope of a fitted line. */
        public Amount error() {
            return new Amount(column + "_se");
        }

        /** Returns the column of the degrees of freedom of that line. */
        public Amount degreesOfFreedom() {
            return new Amount(column + "_df");
        }
    }

    /** A column that is true, false or empty. */
    record Flag(String column) implements ColumnKey {}

    /** The columns of the times of one kind, in ns, by the beginning of their names. */
    record Times(String name, Amount mean, Amount p50, Amount p99, Amount p999, Amount max) {

        public Times(String name) {
            this(name, of(name, "mean"), of(name, "p50"), of(name, "p99"), of(name, "p999"), of(name, "max"));
        }

        private static Amount of(String name, String which) {
            return new Amount("%s_%s_ns".formatted(name, which));
        }
    }
}
