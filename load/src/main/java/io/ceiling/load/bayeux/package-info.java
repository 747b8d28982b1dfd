/** The answers of a Bayeux server: JSON arrays of messages, read without a tree and without a socket. */
@NullMarked
package io.ceiling.load.bayeux;

import org.jspecify.annotations.NullMarked;
