/**
 * Records about the parts that a connection consists of: what a server's memory was read as, and the parts that follow
 * from it. Depends on the records of {@code model} alone.
 */
@NullMarked
package io.ceiling.harness.model.anatomy;

import org.jspecify.annotations.NullMarked;
