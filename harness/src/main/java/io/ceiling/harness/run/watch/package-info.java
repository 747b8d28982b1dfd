/** The command {@code ceiling watch}: watches a server beside somebody else's load tool. */
@NullMarked
package io.ceiling.harness.run.watch;

import org.jspecify.annotations.NullMarked;
