/** Tests of {@code probe}: servers that this project did not configure, and limits of containers of an engine. */
@NullMarked
package io.ceiling.it.external;

import org.jspecify.annotations.NullMarked;
