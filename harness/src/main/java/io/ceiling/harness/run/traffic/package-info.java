/** The command {@code ceiling traffic}: requests at a rate over held connections. */
@NullMarked
package io.ceiling.harness.run.traffic;

import org.jspecify.annotations.NullMarked;
