/** The limit of a server that another tool loads. Pure functions. */
@NullMarked
package io.ceiling.watch.verdict;

import org.jspecify.annotations.NullMarked;
