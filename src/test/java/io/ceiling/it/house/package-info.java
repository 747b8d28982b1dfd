/** Tests of the source itself: directions between packages, sizes, and links of the documentation. */
@NullMarked
package io.ceiling.it.house;

import org.jspecify.annotations.NullMarked;
