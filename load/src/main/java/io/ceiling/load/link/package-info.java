/** The link between a program and its load agents, over the pipes of their processes; depends on the JDK alone. */
@NullMarked
package io.ceiling.load.link;

import org.jspecify.annotations.NullMarked;
