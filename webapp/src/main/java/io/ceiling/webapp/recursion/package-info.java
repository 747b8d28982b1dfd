/** Requests that a server makes to itself or to the next instance, level by level. */
@NullMarked
package io.ceiling.webapp.recursion;

import org.jspecify.annotations.NullMarked;
