/** Watches a server that another tool loads. An extension: command, loop, rows, table and section of the report. */
@NullMarked
package io.ceiling.watch;

import org.jspecify.annotations.NullMarked;
