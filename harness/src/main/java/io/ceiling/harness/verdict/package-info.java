/**
 * The decisions of the harness: the next step of a ramp, the cost of a connection, and the limit that was reached. Pure
 * functions of the model's records, without I/O or clocks. This package depends on model and container, and on no other
 * sibling.
 */
@NullMarked
package io.ceiling.harness.verdict;

import org.jspecify.annotations.NullMarked;
