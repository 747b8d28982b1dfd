/**
 * One event loop: opens connections, sends their requests when they are due, expires and counts them, whatever their
 * workload; depends on sockets and reports of this module, Netty and HdrHistogram.
 */
@NullMarked
package io.ceiling.load.loop;

import org.jspecify.annotations.NullMarked;
