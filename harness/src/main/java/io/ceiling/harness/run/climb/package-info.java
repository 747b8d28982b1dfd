/** Limits raised one after the other: {@code ceiling climb}. */
@NullMarked
package io.ceiling.harness.run.climb;

import org.jspecify.annotations.NullMarked;
