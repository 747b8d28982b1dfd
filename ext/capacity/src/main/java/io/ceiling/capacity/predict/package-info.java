/**
 * Predicts the limits of a running server from a few levels of load. An extension: command, loop, rows, table and
 * section of the report.
 */
@NullMarked
package io.ceiling.capacity.predict;

import org.jspecify.annotations.NullMarked;
