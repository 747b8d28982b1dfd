/** Estimates of a scenario before it runs: the connections that counted limits allow, the room on the host, time and warm-up. */
@NullMarked
package io.ceiling.harness.estimate;

import org.jspecify.annotations.NullMarked;
