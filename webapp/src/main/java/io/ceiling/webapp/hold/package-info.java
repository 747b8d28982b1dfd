/** Requests that are held until they are released: on a thread, or asynchronously. */
@NullMarked
package io.ceiling.webapp.hold;

import org.jspecify.annotations.NullMarked;
