/** The plan of an agent and every workload that it can name, one file each; CHANNELS has a room of its own. */
@NullMarked
package io.ceiling.load.workload;

import org.jspecify.annotations.NullMarked;
