/** The records that all of the harness speaks in: scenarios, steps, samples, verdicts; no I/O, depends on no sibling. */
@NullMarked
package io.ceiling.harness.model;

import org.jspecify.annotations.NullMarked;
