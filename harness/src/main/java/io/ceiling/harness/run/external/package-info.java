/** Servers that the harness did not start: {@code ceiling probe}. */
@NullMarked
package io.ceiling.harness.run.external;

import org.jspecify.annotations.NullMarked;
