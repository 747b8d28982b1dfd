/** Measures the scenarios of a run one after the other: {@code ceiling run}; climbs and probes measure theirs with the same class. */
@NullMarked
package io.ceiling.harness.run.benchmark;

import org.jspecify.annotations.NullMarked;
