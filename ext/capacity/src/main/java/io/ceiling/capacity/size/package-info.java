/**
 * Calculates the settings that a number of connections needs, and writes them as configuration. An extension: command,
 * trials, analysis, rows and table.
 */
@NullMarked
package io.ceiling.capacity.size;

import org.jspecify.annotations.NullMarked;
