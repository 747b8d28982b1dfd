package io.ceiling.harness.text;

/** An exception whose message is one line that was written for the user; no stack trace is needed to understand it. */
public interface PlainMessage {}
