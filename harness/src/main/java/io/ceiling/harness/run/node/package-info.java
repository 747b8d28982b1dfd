/**
 * Servers and load agents on other hosts: the work of a node there, and its counterparts here, which a run uses like
 * those of its own host.
 */
@NullMarked
package io.ceiling.harness.run.node;

import org.jspecify.annotations.NullMarked;
