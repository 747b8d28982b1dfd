/** The suite of planted limits: each limiting factor is planted in a server, and its name is demanded. */
@NullMarked
package io.ceiling.it.planted;

import org.jspecify.annotations.NullMarked;
