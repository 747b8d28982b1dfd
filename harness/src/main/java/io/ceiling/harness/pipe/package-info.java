/**
 * The way between the harness and nodes on other hosts: the standard input and output of a command that starts the node.
 * Bytes travel; what they mean is the caller's business. This package depends on no other of the harness.
 */
@NullMarked
package io.ceiling.harness.pipe;

import org.jspecify.annotations.NullMarked;
