/**
 * The workloads: one file each, listed in {@link io.ceiling.harness.workload.Workloads}. They say what connections do, what a server
 * keeps for them and what the load agents are asked to do. No I/O.
 */
@NullMarked
package io.ceiling.harness.workload;

import org.jspecify.annotations.NullMarked;
