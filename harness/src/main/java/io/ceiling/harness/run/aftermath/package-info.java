/** The parts of a run that follow a ramp: further clients at the ceiling, the way back from it, and storms; uses the room ramp. */
@NullMarked
package io.ceiling.harness.run.aftermath;

import org.jspecify.annotations.NullMarked;
