/** Requests in the words of other tools: a pasted curl command, and files with a mix. An extension: commands and readers. */
@NullMarked
package io.ceiling.requests;

import org.jspecify.annotations.NullMarked;
