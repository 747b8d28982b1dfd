/** Compares two runs, and a run with what was expected: tests, rows and words. Pure functions, but for the files of rows. */
@NullMarked
package io.ceiling.harness.compare;

import org.jspecify.annotations.NullMarked;
