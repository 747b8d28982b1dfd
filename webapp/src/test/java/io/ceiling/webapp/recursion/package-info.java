/** Tests of recursion, on its own and in an embedded Tomcat. */
@NullMarked
package io.ceiling.webapp.recursion;

import org.jspecify.annotations.NullMarked;
