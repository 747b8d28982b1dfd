package io.ceiling.watch;

import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.watch.verdict.SingleTimes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Sends a few single requests, one after the other, to a server whose load tool has ended.
 *
 * @param time their times; empty if one was not answered with status 2xx
 * @param description what was sent, or why there is no time, for the user
 */
record SingleRequests(Optional<ServiceTime> time, String description) {

    // Time after which no further request is sent.
    private static final Duration SENDING_TIME = Duration.ofSeconds(12);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static SingleRequests none(String why) {
        return new SingleRequests(Optional.empty(), why);
    }

    /**
     * Blocks for some seconds, half a minute at most.
     *
     * @param root root of the server
     */
    static SingleRequests send(Target root, HttpRequest request) {
        String words = request.method() + " " + CustomRequest.masked(request.path());
        List<Long> times = new ArrayList<>();
        long begin = System.nanoTime();
        try (ControlConnection connection = new ControlConnection(root)) {
            while (!SingleTimes.areEnough(times) && System.nanoTime() - begin < SENDING_TIME.toNanos()) {
                long sent = System.nanoTime();
                ControlConnection.HttpAnswer answer = connection.send(request, PATIENCE);
                if (!answer.isSuccess()) {
                    return none("a single %s was answered with %d".formatted(words, answer.status()));
                }
                times.add(System.nanoTime() - sent);
            }
        } catch (IOException e) {
            return none("a single %s was not answered".formatted(words));
        }
        List<Long> counted = SingleTimes.steadyTimes(times);
        return new SingleRequests(
                Optional.of(new ServiceTime(counted)),
                "%d single requests, %s, were sent after the load tool had ended, the last %d took %.1f to %.1f ms"
                        .formatted(
                                times.size(),
                                words,
                                counted.size(),
                                Collections.min(counted) / 1e6,
                                Collections.max(counted) / 1e6));
    }
}
