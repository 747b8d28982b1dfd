/**
 * Chat rooms: how many members a server delivers to in time. An extension: command, loop, rows, table and section of
 * the report.
 */
@NullMarked
package io.ceiling.rooms;

import org.jspecify.annotations.NullMarked;
