package io.ceiling.watch;

import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.watch.verdict.SingleTimes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Sends a few single requests, one after the other, to a server whose load tool has ended.
 *
 * @param time their times; empty if one was not answered with status 2xx
 * @param words what was sent, or why there is no time, for the user
 */
record SingleGets(Optional<ServiceTime> time, String words) {

    /** Time after which no further request is sent. */
    private static final Duration ENOUGH = Duration.ofSeconds(12);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static SingleGets none(String why) {
        return new SingleGets(Optional.empty(), why);
    }

    /** Blocks for some seconds, half a minute at most. */
    static SingleGets send(URI url) throws InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
        HttpRequest request = HttpRequest.newBuilder(url).timeout(PATIENCE).build();
        List<Long> times = new ArrayList<>();
        long begin = System.nanoTime();
        while (!SingleTimes.suffice(times) && System.nanoTime() - begin < ENOUGH.toNanos()) {
            long sent = System.nanoTime();
            try {
                int status = client.send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                if (status / 100 != 2) {
                    return none("a single GET of %s was answered with %d".formatted(url.getPath(), status));
                }
            } catch (IOException e) {
                return none("a single GET of %s was not answered".formatted(url.getPath()));
            }
            times.add(System.nanoTime() - sent);
        }
        List<Long> counted = SingleTimes.counted(times);
        return new SingleGets(
                Optional.of(new ServiceTime(counted)),
                "%d single GETs of %s were sent after the load tool had ended, the last %d took %.1f to %.1f ms"
                        .formatted(
                                times.size(),
                                url.getPath(),
                                counted.size(),
                                Collections.min(counted) / 1e6,
                                Collections.max(counted) / 1e6));
    }
}
