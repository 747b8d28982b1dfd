/** The next step of a ramp, and what a ramp says as a whole. Pure functions. */
@NullMarked
package io.ceiling.harness.verdict.ramp;

import org.jspecify.annotations.NullMarked;
