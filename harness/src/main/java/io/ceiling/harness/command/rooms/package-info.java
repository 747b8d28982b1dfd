/** Chat rooms: how many members a server delivers to in time: command, loop, rows and table. */
@NullMarked
package io.ceiling.harness.command.rooms;

import org.jspecify.annotations.NullMarked;
