/** Means, lines, intervals and tests. Pure functions, which depend on nothing else. */
@NullMarked
package io.ceiling.harness.stats;

import org.jspecify.annotations.NullMarked;
