/**
 * Micro-benchmarks (docs/jmh.md); depends on how the harness forks a server, on the container SPI and on the load
 * agent.
 */
@NullMarked
package io.ceiling.jmh;

import org.jspecify.annotations.NullMarked;
