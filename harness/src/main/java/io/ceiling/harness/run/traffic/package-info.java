/** Requests at a rate over connections that are held: {@code ceiling traffic}. */
@NullMarked
package io.ceiling.harness.run.traffic;

import org.jspecify.annotations.NullMarked;
