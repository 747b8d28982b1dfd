/** The output on a terminal, during a run and at its end. */
@NullMarked
package io.ceiling.harness.report.console;

import org.jspecify.annotations.NullMarked;
