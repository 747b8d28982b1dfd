/**
 * What is run: scenario, settings of server and ramp, target, workload, and the factors that may limit it. Records.
 */
@NullMarked
package io.ceiling.harness.scenario;

import org.jspecify.annotations.NullMarked;
