/** The plan of an agent and all its workloads, one file each; CHANNELS has a package of its own. */
@NullMarked
package io.ceiling.load.workload;

import org.jspecify.annotations.NullMarked;
