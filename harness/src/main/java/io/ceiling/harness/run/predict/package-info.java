/** The command {@code ceiling predict}: reads a server at a few small levels, and predicts where its limits lie. */
@NullMarked
package io.ceiling.harness.run.predict;

import org.jspecify.annotations.NullMarked;
