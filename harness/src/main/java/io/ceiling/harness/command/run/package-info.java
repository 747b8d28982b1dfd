/** The ceiling of each scenario of a matrix: command and loop. */
@NullMarked
package io.ceiling.harness.command.run;

import org.jspecify.annotations.NullMarked;
