/** Vert.x as a reference: HTTP and WebSocket by its own server, in one verticle or several instances of it. */
@NullMarked
package io.ceiling.reference.vertx;

import org.jspecify.annotations.NullMarked;
