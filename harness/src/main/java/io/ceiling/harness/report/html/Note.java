package io.ceiling.harness.report.html;

/**
 * What could not be read or is not shown.
 *
 * @param section of the page that it is about
 */
record Note(String section, String text) {}
