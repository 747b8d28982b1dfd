/** The CSV files of a run: their columns, their rows, and how they are written and read. */
@NullMarked
package io.ceiling.harness.report.csv;

import org.jspecify.annotations.NullMarked;
