/** The common part of all servlet container processes: settings in, READY line and readings out; depends on nothing. */
@NullMarked
package io.ceiling.container;

import org.jspecify.annotations.NullMarked;
