/** WebSockets as a client speaks them: the upgrade, frames in and out, pings and the close. */
@NullMarked
package io.ceiling.load.websocket;

import org.jspecify.annotations.NullMarked;
