package io.ceiling.it.planted;

/** A draw without its settings, which its {@link Hand} has. */
record Drawn(DrawnServer server, String workload, Truth truth) {}
