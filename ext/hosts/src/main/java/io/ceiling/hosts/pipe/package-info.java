/** The pipe to a node: frames, greeting, heartbeat and calls over the standard input and output of a command. */
@NullMarked
package io.ceiling.hosts.pipe;

import org.jspecify.annotations.NullMarked;
