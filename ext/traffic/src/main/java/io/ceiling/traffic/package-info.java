/** Requests at a given or the highest rate while connections are held: command, loop, rows and table. */
@NullMarked
package io.ceiling.traffic;

import org.jspecify.annotations.NullMarked;
