/** The command {@code ceiling size}: measures what connections cost, prints the settings that hold them, and tries them. */
@NullMarked
package io.ceiling.harness.run.sizing;

import org.jspecify.annotations.NullMarked;
