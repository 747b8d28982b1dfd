/** Sockets on event loops, plain or with TLS: where they connect to, what is read from them, why they fail; not what is said on them. */
@NullMarked
package io.ceiling.load.socket;

import org.jspecify.annotations.NullMarked;
