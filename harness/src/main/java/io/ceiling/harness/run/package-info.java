/**
 * The parts that every run has, whatever it measures: its folder, its load agents, its report and its exit code. The
 * packages below build on them; {@code session}, {@code control} and {@code ramp} are shared by all commands. This
 * package depends on every package of the harness except cli.
 */
@NullMarked
package io.ceiling.harness.run;

import org.jspecify.annotations.NullMarked;
