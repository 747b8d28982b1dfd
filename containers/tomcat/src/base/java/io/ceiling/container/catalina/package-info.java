/**
 * What Tomcats of all versions have in common: source that each module of a Tomcat compiles against its own version. It names
 * no class of {@code javax.servlet} or {@code jakarta.servlet}; depends on Tomcat and the container SPI alone.
 */
@NullMarked
package io.ceiling.container.catalina;

import org.jspecify.annotations.NullMarked;
