package io.ceiling.harness.verdict;

import java.util.Optional;

/** Looks for one limit in the evidence; empty if it is not there. */
interface Detector {
    Optional<Attribution> detect(Facts facts);
}
