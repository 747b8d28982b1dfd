/** Tests of hold, on its own and in an embedded Tomcat. */
@NullMarked
package io.ceiling.webapp.hold;

import org.jspecify.annotations.NullMarked;
