/** What a person sees in a terminal while a run goes on, and at its end. */
@NullMarked
package io.ceiling.harness.report.console;

import org.jspecify.annotations.NullMarked;
