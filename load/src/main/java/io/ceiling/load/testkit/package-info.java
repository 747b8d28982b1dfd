/**
 * The agent's own parsers and encoders, for benchmarks that measure them or need a client that checks every byte.
 * Public on purpose; nothing in the agent depends on this package.
 */
@NullMarked
package io.ceiling.load.testkit;

import org.jspecify.annotations.NullMarked;
