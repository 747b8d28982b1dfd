/**
 * Tomcat with its NIO and NIO2 connectors as a server process; depends only on Tomcat, {@code src/base} and the
 * container SPI.
 */
@NullMarked
package io.ceiling.container.tomcat;

import org.jspecify.annotations.NullMarked;
