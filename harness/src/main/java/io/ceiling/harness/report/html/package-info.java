/**
 * The files report.html and index.html, made from the folders of runs alone: readers, chart models as pure functions,
 * and one template for each page.
 */
@NullMarked
package io.ceiling.harness.report.html;

import org.jspecify.annotations.NullMarked;
