/** The program: all commands, what is typed at them, and the words for a mistake. */
@NullMarked
package io.ceiling.harness.main;

import org.jspecify.annotations.NullMarked;
