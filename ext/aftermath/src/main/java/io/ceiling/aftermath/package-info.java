/**
 * The time after a ceiling: whether the server recovers, and how it takes a storm of connections. An extension:
 * the command's options, the loop, rows, table and section of the report.
 */
@NullMarked
package io.ceiling.aftermath;

import org.jspecify.annotations.NullMarked;
