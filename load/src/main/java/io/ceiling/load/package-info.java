/** The load agent: one process that holds connections, drives traffic and reports; depends on Netty, HdrHistogram, JGroups. */
@NullMarked
package io.ceiling.load;

import org.jspecify.annotations.NullMarked;
