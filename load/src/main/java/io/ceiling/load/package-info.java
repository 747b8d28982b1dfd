/**
 * The load agent: one process that holds connections, drives traffic and reports; depends on Netty and HdrHistogram.
 */
@NullMarked
package io.ceiling.load;

import org.jspecify.annotations.NullMarked;
