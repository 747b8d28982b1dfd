/** The server of one scenario while it runs: started, read several times a second, and stopped. */
@NullMarked
package io.ceiling.harness.run.session;

import org.jspecify.annotations.NullMarked;
