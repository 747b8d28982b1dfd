/** The extension that predicts the limits of a server and sizes one: its commands. */
@NullMarked
package io.ceiling.capacity;

import org.jspecify.annotations.NullMarked;
