/**
 * Raises the limit that was named, step by step. An extension: command, loop, proof, rows, table and section of the
 * report.
 */
@NullMarked
package io.ceiling.climb;

import org.jspecify.annotations.NullMarked;
