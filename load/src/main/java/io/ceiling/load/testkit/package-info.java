/**
 * The agent's own parsers and encoders, for benchmarks that measure them or need a client that checks every byte: all that is
 * public of them on purpose. Nothing in the agent depends on it.
 */
@NullMarked
package io.ceiling.load.testkit;

import org.jspecify.annotations.NullMarked;
