/** The command that compares two runs, and the option with expectations. */
@NullMarked
package io.ceiling.harness.command.compare;

import org.jspecify.annotations.NullMarked;
