/** The workload CHANNELS: clients of channels over every transport, the check of their messages, and publishing. */
@NullMarked
package io.ceiling.load.channels;

import org.jspecify.annotations.NullMarked;
