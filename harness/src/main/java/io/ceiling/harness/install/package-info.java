/** The files of this project on a host, as a build or an unpacked archive leaves them; it knows no other package. */
@NullMarked
package io.ceiling.harness.install;

import org.jspecify.annotations.NullMarked;
