/** What every servlet container process has in common: settings in, READY line and readings out; depends on nothing. */
@NullMarked
package io.ceiling.container;

import org.jspecify.annotations.NullMarked;
