/** Commands about a folder of results, and a server to try things on. */
@NullMarked
package io.ceiling.harness.command.show;

import org.jspecify.annotations.NullMarked;
