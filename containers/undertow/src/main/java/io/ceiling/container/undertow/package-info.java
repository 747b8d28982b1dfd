/**
 * Undertow as a server process; depends only on Undertow and the container SPI. Undertow deploys no WAR by itself, so
 * this package also turns web.xml and annotations into a deployment.
 */
@NullMarked
package io.ceiling.container.undertow;

import org.jspecify.annotations.NullMarked;
