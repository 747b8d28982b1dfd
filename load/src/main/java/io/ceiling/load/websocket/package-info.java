/** The client side of WebSockets: upgrade, frames, pings and close. */
@NullMarked
package io.ceiling.load.websocket;

import org.jspecify.annotations.NullMarked;
