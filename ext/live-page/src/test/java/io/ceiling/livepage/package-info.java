/** Tests of the live page's readings, settings and files. */
@NullMarked
package io.ceiling.livepage;

import org.jspecify.annotations.NullMarked;
