/** What the harness itself asks a server beside the load: to publish, to release what is held, or to start a recursion. */
@NullMarked
package io.ceiling.harness.run.control;

import org.jspecify.annotations.NullMarked;
