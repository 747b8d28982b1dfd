package io.ceiling.harness.engine.control;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.scenario.Publishing;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The publisher of the web application, controlled through its path {@code /publisher}. An order times out after ten
 * seconds without a connection, and after ten seconds without a response.
 */
public final class HttpPublisher implements Publisher {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    // Extra time after which the server stops publishing by itself, in case the harness is gone.
    private static final int SPARE_SECONDS = 5;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Post post;
    private final Supplier<ChannelGauges> gauges;

    private HttpPublisher(Post post, Supplier<ChannelGauges> gauges) {
        this.post = post;
        this.gauges = gauges;
    }

    /** Sends a POST request to the server and blocks for the response. */
    interface Post {
        ControlConnection.HttpAnswer to(String path) throws IOException, InterruptedException;
    }

    /** Returns the publisher of a server that the harness started, with an HTTP client of its own. */
    public static HttpPublisher of(ApplicationUrl application, Supplier<ChannelGauges> gauges) {
        HttpClient http = application.client().connectTimeout(PATIENCE).build();
        return new HttpPublisher(
                path -> {
                    HttpResponse<String> response = http.send(
                            application
                                    .request(path)
                                    .timeout(PATIENCE)
                                    .POST(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
                    return new ControlConnection.HttpAnswer(response.statusCode(), response.body());
                },
                gauges);
    }

    /** Returns the publisher of an external server, over the one control connection to it. */
    public static HttpPublisher over(ControlConnection control, Supplier<ChannelGauges> gauges) {
        return new HttpPublisher(path -> control.send("POST", path, PATIENCE), gauges);
    }

    @Override
    public void connect() throws InterruptedException {
        try {
            PublishedCount ignored = stop();
        } catch (PublisherException e) {
            // The first order will fail in the same way, within the step that the failure belongs to.
        }
    }

    @Override
    public void start(Publishing publishing, int identifiers, int seed) throws InterruptedException {
        order("?per-second=%d&bytes=%d&identifiers=%d&seconds=%d&seed=%d"
                .formatted(
                        publishing.perSecond(),
                        publishing.messageBytes(),
                        identifiers,
                        publishing.time().toSeconds() + SPARE_SECONDS,
                        seed));
    }

    @Override
    public PublishedCount stop() throws InterruptedException {
        JsonNode outcome = order("/stop");
        return new PublishedCount(
                outcome.path("messages").asLong(),
                outcome.path("late").asLong(),
                outcome.path("duration_ns").asLong());
    }

    private JsonNode order(String rest) throws InterruptedException {
        try {
            ControlConnection.HttpAnswer response = post.to("/publisher" + rest);
            if (response.status() != 200) {
                throw new PublisherException("server does not publish: POST /publisher was answered with HTTP %d: %s"
                        .formatted(response.status(), response.body().strip()));
            }
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new PublisherException("server does not publish: answer is no JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new PublisherException("server does not publish: POST /publisher: " + e, e);
        }
    }

    @Override
    public ChannelGauges gauges() {
        return gauges.get();
    }
}
