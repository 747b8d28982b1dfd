package io.ceiling.harness.report.html;

/**
 * A note about data that could not be read or are not shown.
 *
 * @param section section of the page
 * @param text one sentence
 */
public record Note(String section, String text) {}
