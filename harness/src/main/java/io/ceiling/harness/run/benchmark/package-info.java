/**
 * The command {@code ceiling run}: measures the scenarios of a matrix one after the other. Climbs and probes measure
 * theirs with the same classes.
 */
@NullMarked
package io.ceiling.harness.run.benchmark;

import org.jspecify.annotations.NullMarked;
