/** Child processes that end with this one. */
@NullMarked
package io.ceiling.harness.process;

import org.jspecify.annotations.NullMarked;
