/**
 * Requests that the harness itself sends to a server beside the load: to publish, to release held responses, or to
 * start a recursion.
 */
@NullMarked
package io.ceiling.harness.run.control;

import org.jspecify.annotations.NullMarked;
