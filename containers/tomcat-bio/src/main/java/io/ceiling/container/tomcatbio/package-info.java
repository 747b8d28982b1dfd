/** The last Tomcat with a blocking connector as a server process; depends on that Tomcat and the container SPI alone. */
@NullMarked
package io.ceiling.container.tomcatbio;

import org.jspecify.annotations.NullMarked;
