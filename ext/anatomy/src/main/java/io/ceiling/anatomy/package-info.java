/**
 * The parts of one connection, by class and field, and what each setting saves. An extension: command, loop,
 * analysis, rows, table and section of the report.
 */
@NullMarked
package io.ceiling.anatomy;

import org.jspecify.annotations.NullMarked;
