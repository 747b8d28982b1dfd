/** Compares two runs, and a run with what was expected: command, tests, rows and table. */
@NullMarked
package io.ceiling.harness.command.compare;

import org.jspecify.annotations.NullMarked;
