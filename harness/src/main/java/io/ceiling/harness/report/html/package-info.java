/** report.html and the list of runs, made from the folders of runs alone: readers, chart models as pure functions, one template. */
@NullMarked
package io.ceiling.harness.report.html;

import org.jspecify.annotations.NullMarked;
