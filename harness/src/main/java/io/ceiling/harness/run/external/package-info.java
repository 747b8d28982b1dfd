/** The command {@code ceiling probe}: measures servers that the harness did not start. */
@NullMarked
package io.ceiling.harness.run.external;

import org.jspecify.annotations.NullMarked;
