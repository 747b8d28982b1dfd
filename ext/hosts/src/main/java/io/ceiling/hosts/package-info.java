/** Load and servers on other hosts: the node, its orders, and the harness's side of both. An extension. */
@NullMarked
package io.ceiling.hosts;

import org.jspecify.annotations.NullMarked;
