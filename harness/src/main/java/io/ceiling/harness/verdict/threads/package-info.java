/** Where the threads of a server stand. Pure functions. */
@NullMarked
package io.ceiling.harness.verdict.threads;

import org.jspecify.annotations.NullMarked;
