/**
 * The last Tomcat with a blocking connector as a server process; depends on that Tomcat, {@code src/base} of Tomcat's module and the
 * container SPI alone.
 */
@NullMarked
package io.ceiling.container.tomcatbio;

import org.jspecify.annotations.NullMarked;
