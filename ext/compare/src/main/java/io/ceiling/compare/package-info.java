/** Compares two runs. An extension: command, tests of what moved beyond the noise, and what is written about it. */
@NullMarked
package io.ceiling.compare;

import org.jspecify.annotations.NullMarked;
