/** Compares a run with what was expected of it. Pure functions, but for the files of rows. */
@NullMarked
package io.ceiling.harness.expect;

import org.jspecify.annotations.NullMarked;
