/** Tomcat with its NIO and NIO2 connectors as a server process; depends on Tomcat, {@code src/base} and the container SPI alone. */
@NullMarked
package io.ceiling.container.tomcat;

import org.jspecify.annotations.NullMarked;
