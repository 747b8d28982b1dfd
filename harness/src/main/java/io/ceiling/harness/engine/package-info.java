/** Measures a scenario: server, warm-up, ramp, verdict. It knows no command. */
@NullMarked
package io.ceiling.harness.engine;

import org.jspecify.annotations.NullMarked;
