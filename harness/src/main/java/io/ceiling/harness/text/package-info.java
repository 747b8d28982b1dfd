/** Words and numbers as a person reads them. */
@NullMarked
package io.ceiling.harness.text;

import org.jspecify.annotations.NullMarked;
