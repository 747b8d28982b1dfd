/** Tests of access, on its own and in an embedded Tomcat. */
@NullMarked
package io.ceiling.webapp.access;

import org.jspecify.annotations.NullMarked;
