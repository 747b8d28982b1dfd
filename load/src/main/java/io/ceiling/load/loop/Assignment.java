package io.ceiling.load.loop;

import io.ceiling.load.socket.Destination;
import java.util.function.Function;

/**
 * What one event loop is to do from now on.
 *
 * @param destination where its connections go
 * @param timeouts how long they wait
 * @param held true if the first answer is all that is asked for, so that exchanges do nothing
 * @param work makes what they do; called once for each event loop
 */
public record Assignment(Destination destination, Timeouts timeouts, boolean held, Function<LoadLoop, Work> work) {}
