/** The search for a ceiling: warm-up, steps and their traffic, and how a failed step decides the next one. */
@NullMarked
package io.ceiling.harness.run.ramp;

import org.jspecify.annotations.NullMarked;
