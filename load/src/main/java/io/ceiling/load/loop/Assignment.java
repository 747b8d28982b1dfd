package io.ceiling.load.loop;

import io.ceiling.load.socket.Destination;
import java.util.function.Function;

/**
 * The task of one event loop until its next assignment.
 *
 * @param destination server that its connections go to
 * @param timeouts time-outs of its connections
 * @param held true if a connection only needs a first answer, so that exchanges do nothing
 * @param work creates the work of its connections; called once for each event loop
 */
public record Assignment(
        Destination destination, Timeouts timeouts, boolean held, Function<LoadLoop, ClientWorkload> work) {}
