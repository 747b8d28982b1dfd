package io.ceiling.harness.verdict;

import java.util.Optional;

/** Looks for one limit in the evidence and returns its attribution; empty if the evidence does not show it. */
public interface Detector {
    Optional<Attribution> detect(FailedStep step);
}
