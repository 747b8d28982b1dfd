/** Tests of the channels, on their own and in an embedded Tomcat. */
@NullMarked
package io.ceiling.webapp.channels;

import org.jspecify.annotations.NullMarked;
