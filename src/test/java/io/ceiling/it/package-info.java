/** End-to-end, contract and architecture tests; they see the modules as files and processes, not as classes. */
package io.ceiling.it;
