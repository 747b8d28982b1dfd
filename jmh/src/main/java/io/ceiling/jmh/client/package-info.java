/** Clients of the benchmarks: one connection each, with readers that check every answer. */
@NullMarked
package io.ceiling.jmh.client;

import org.jspecify.annotations.NullMarked;
