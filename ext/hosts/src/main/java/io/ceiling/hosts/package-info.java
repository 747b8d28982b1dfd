/** Load and servers on other hosts: the node, what it may be asked, and the harness' side of each. An extension. */
@NullMarked
package io.ceiling.hosts;

import org.jspecify.annotations.NullMarked;
