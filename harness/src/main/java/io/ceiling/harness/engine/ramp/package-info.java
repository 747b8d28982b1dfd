/** Warm-up, steps and their traffic; decides nothing about the meaning of a failure. */
@NullMarked
package io.ceiling.harness.engine.ramp;

import org.jspecify.annotations.NullMarked;
