/**
 * Judges: where the ramp goes next, what a connection costs, which limit was met; pure functions of the model's records, no
 * I/O, no clocks, depends on no sibling.
 */
@NullMarked
package io.ceiling.harness.verdict;

import org.jspecify.annotations.NullMarked;
