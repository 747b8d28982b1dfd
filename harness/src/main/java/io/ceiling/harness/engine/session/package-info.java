/** The servers of a scenario, here or elsewhere: started, read, replaced and stopped. */
@NullMarked
package io.ceiling.harness.engine.session;

import org.jspecify.annotations.NullMarked;
