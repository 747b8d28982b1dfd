/** The search for a ceiling: warm-up, steps and their traffic, and what a failed step means for the next one. */
@NullMarked
package io.ceiling.harness.run.ramp;

import org.jspecify.annotations.NullMarked;
