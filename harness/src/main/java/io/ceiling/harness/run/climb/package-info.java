/** The command {@code ceiling climb}: raises the limits of a server one after the other. */
@NullMarked
package io.ceiling.harness.run.climb;

import org.jspecify.annotations.NullMarked;
