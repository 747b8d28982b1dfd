/** Netty as a reference: HTTP and WebSocket on its native epoll transport, in the way of Netty's own examples. */
@NullMarked
package io.ceiling.reference.netty;

import org.jspecify.annotations.NullMarked;
