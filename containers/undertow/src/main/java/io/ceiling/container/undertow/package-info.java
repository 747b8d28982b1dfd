/**
 * Undertow as a server process; depends on Undertow and the container SPI alone. Undertow deploys no WAR by itself: how web.xml and
 * annotations become a deployment is here too.
 */
@NullMarked
package io.ceiling.container.undertow;

import org.jspecify.annotations.NullMarked;
