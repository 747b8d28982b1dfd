/** Who may reach the WAR: networks, token, site and body of a request, checked before any servlet. */
@NullMarked
package io.ceiling.webapp.access;

import org.jspecify.annotations.NullMarked;
