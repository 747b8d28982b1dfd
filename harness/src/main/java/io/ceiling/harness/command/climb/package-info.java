/** Raises the limit that was named, step by step: command, loop, proof, rows and table. */
@NullMarked
package io.ceiling.harness.command.climb;

import org.jspecify.annotations.NullMarked;
