/** Tests of the report in a real browser. */
@NullMarked
package io.ceiling.it.browser;

import org.jspecify.annotations.NullMarked;
