/**
 * The load agents of a run behind one class, and their processes on this host. This package depends on model and on the
 * load agent's API.
 */
@NullMarked
package io.ceiling.harness.fleet;

import org.jspecify.annotations.NullMarked;
