/**
 * What every run has, whatever it measures: its folder, its load agents, its report and its exit code. The rooms below run on that;
 * {@code session}, {@code control} and {@code ramp} are shared by all of them. It depends on every package of the harness but cli.
 */
@NullMarked
package io.ceiling.harness.run;

import org.jspecify.annotations.NullMarked;
