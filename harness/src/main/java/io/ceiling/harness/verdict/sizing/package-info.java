/**
 * Decides which settings hold a number of connections, from what connections cost. Pure functions of records: no I/O, no
 * clock.
 */
@NullMarked
package io.ceiling.harness.verdict.sizing;

import org.jspecify.annotations.NullMarked;
