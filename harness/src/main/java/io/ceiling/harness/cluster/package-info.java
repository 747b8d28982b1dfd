/**
 * The way between the harness and nodes on other hosts: one authenticated and encrypted JGroups cluster for each run.
 * Bytes travel; what they mean is the caller's business. This package depends on no other of the harness.
 */
@NullMarked
package io.ceiling.harness.cluster;

import org.jspecify.annotations.NullMarked;
