/** Records as the schema of their readings: columns, sums and empty values follow from components. */
@NullMarked
package io.ceiling.harness.rows;

import org.jspecify.annotations.NullMarked;
