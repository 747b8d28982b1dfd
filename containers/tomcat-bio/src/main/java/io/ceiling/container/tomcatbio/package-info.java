/**
 * The last Tomcat with a blocking connector as a server process; depends only on that Tomcat, {@code src/base} of
 * Tomcat's module and the container SPI.
 */
@NullMarked
package io.ceiling.container.tomcatbio;

import org.jspecify.annotations.NullMarked;
