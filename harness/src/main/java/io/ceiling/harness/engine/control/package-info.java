/** Requests of the harness itself: publishing, and questions to single hops. */
@NullMarked
package io.ceiling.harness.engine.control;

import org.jspecify.annotations.NullMarked;
