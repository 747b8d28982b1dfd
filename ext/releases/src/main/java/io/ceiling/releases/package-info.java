/**
 * Releases of containers besides that of the build: their jars, and the section of the report over them. An extension.
 */
@NullMarked
package io.ceiling.releases;

import org.jspecify.annotations.NullMarked;
