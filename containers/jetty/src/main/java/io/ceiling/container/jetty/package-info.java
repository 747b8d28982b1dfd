/** Jetty as a server process; depends only on Jetty and the container SPI. */
@NullMarked
package io.ceiling.container.jetty;

import org.jspecify.annotations.NullMarked;
