/** What the levels of a diagnosis showed. Records. */
@NullMarked
package io.ceiling.harness.result.law;

import org.jspecify.annotations.NullMarked;
