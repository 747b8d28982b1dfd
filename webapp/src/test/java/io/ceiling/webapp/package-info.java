/** Tests of the web application, on its own and in an embedded Tomcat. */
@NullMarked
package io.ceiling.webapp;

import org.jspecify.annotations.NullMarked;
