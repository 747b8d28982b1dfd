/** Requests that the harness itself sends: orders to publish, and probes of single hops. */
@NullMarked
package io.ceiling.harness.engine.control;

import org.jspecify.annotations.NullMarked;
