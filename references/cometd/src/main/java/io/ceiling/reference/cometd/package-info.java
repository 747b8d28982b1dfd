/** CometD as a reference: rooms over Bayeux and long polling, in an embedded Jetty. */
@NullMarked
package io.ceiling.reference.cometd;

import org.jspecify.annotations.NullMarked;
