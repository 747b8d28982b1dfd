package io.ceiling.harness.cluster;

/** A node that had joined and is there no more, and the reason in words that follow its name. */
public record LostNode(String name, String reason) {}
