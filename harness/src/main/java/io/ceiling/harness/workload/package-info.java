/**
 * The workloads: one file each, listed in {@link io.ceiling.harness.workload.Workloads}. Each defines what connections
 * do, what a server keeps for them, and the plan of the load agents. No I/O.
 */
@NullMarked
package io.ceiling.harness.workload;

import org.jspecify.annotations.NullMarked;
