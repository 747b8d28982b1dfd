/**
 * Records about limits that are predicted from a small part of the load: what was read at each level, and what follows
 * for each limit. Depends on the records of {@code model} alone.
 */
@NullMarked
package io.ceiling.harness.model.prediction;

import org.jspecify.annotations.NullMarked;
