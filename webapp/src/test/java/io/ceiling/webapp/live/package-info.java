/** Tests of the live page's readings, settings and files. */
@NullMarked
package io.ceiling.webapp.live;

import org.jspecify.annotations.NullMarked;
