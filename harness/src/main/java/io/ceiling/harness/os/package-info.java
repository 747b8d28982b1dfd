/** The operating system: /proc, cgroups, sockets, owners of files, and children that end with the harness. */
@NullMarked
package io.ceiling.harness.os;

import org.jspecify.annotations.NullMarked;
