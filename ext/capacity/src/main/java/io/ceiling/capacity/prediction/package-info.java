/** The lines of a prediction: what each level cost, and where a limit is met. Pure functions. */
@NullMarked
package io.ceiling.capacity.prediction;

import org.jspecify.annotations.NullMarked;
