/** The loop: scenario, server, ramp, verdict, row; depends on every package of the harness but cli. */
@NullMarked
package io.ceiling.harness.run;

import org.jspecify.annotations.NullMarked;
