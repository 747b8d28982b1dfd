/** Reads what lies in the memory of a server: heap dumps, native memory and slabs of the kernel. */
@NullMarked
package io.ceiling.harness.observe.memory;

import org.jspecify.annotations.NullMarked;
