/**
 * Plain and TLS sockets on event loops: destinations, reads, causes of failure; knows nothing of the protocols spoken
 * on them.
 */
@NullMarked
package io.ceiling.load.socket;

import org.jspecify.annotations.NullMarked;
