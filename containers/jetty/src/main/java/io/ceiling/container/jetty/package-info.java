/** Jetty as a server process; depends on Jetty and the container SPI alone. */
@NullMarked
package io.ceiling.container.jetty;

import org.jspecify.annotations.NullMarked;
