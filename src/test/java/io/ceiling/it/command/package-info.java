/** Tests of the commands that start servers of their own. */
@NullMarked
package io.ceiling.it.command;

import org.jspecify.annotations.NullMarked;
