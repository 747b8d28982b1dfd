/** The load agents of a run, on this host or on others, behind one class; depends on model and on the load agent's API. */
@NullMarked
package io.ceiling.harness.fleet;

import org.jspecify.annotations.NullMarked;
