package io.ceiling.it.webapp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of /channels over one transport, which collects what it gets. */
final class ChannelClient implements AutoCloseable {

    enum Transport {
        WEBSOCKET("websocket"),
        SSE("sse"),
        LONG_POLLING("long-polling");

        private final String label;

        Transport(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    private static final long READER_MILLIS = 20_000;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String id = UUID.randomUUID().toString();
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final int port;
    private final Transport transport;
    private final @Nullable String identifier;
    private final List<WebSocket> ofUrls = new ArrayList<>();
    private @Nullable WebSocket socket;
    private @Nullable InputStream stream;
    private @Nullable Thread reader;
    private volatile boolean closed;

    private ChannelClient(int port, Transport transport, @Nullable String identifier) {
        this.port = port;
        this.transport = transport;
        this.identifier = identifier;
    }

    static ChannelClient open(int port, Transport transport) throws Exception {
        return open(port, transport, null);
    }

    /** One that subscribes with its first request; over WebSocket that cannot be. */
    static ChannelClient open(int port, Transport transport, @Nullable String identifier) throws Exception {
        ChannelClient client = new ChannelClient(port, transport, identifier);
        switch (transport) {
            case WEBSOCKET ->
                client.socket = client.http
                        .newWebSocketBuilder()
                        .buildAsync(URI.create("ws" + client.uri().substring(4)), new TextListener(client.messages))
                        .get(20, TimeUnit.SECONDS);
            case SSE -> client.readInBackground(client.openStream());
            case LONG_POLLING -> client.inBackground(client::poll);
        }
        return client;
    }

    /** One WebSocket for each identifier, which is in its URL: it gets the messages of all, each of them in order. */
    static ChannelClient ofUrls(int port, String... identifiers) throws Exception {
        ChannelClient client = new ChannelClient(port, Transport.WEBSOCKET, null);
        for (String identifier : identifiers) {
            client.ofUrls.add(client.http
                    .newWebSocketBuilder()
                    .buildAsync(
                            URI.create("ws://127.0.0.1:" + port + "/ceiling/channels?channel=" + identifier),
                            new TextListener(client.messages))
                    .get(20, TimeUnit.SECONDS));
        }
        return client;
    }

    /** The next message, or null if none comes. */
    @Nullable
    String next() throws InterruptedException {
        return messages.poll(20, TimeUnit.SECONDS);
    }

    String send(String message) throws Exception {
        WebSocket open = socket;
        if (open != null) {
            open.sendText(message, true).get(20, TimeUnit.SECONDS);
            return String.valueOf(next());
        }
        return http.send(
                        HttpRequest.newBuilder(URI.create(uri()))
                                .POST(HttpRequest.BodyPublishers.ofString(message))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    String subscribe(String identifier) throws Exception {
        return send("{\"action\":\"subscribe\",\"identifier\":\"" + identifier + "\"}");
    }

    String unsubscribe(String identifier) throws Exception {
        return send("{\"action\":\"unsubscribe\",\"identifier\":\"" + identifier + "\"}");
    }

    private String uri() {
        return "http://127.0.0.1:" + port + "/ceiling/channels?X-Atmosphere-Transport=" + transport.label
                + "&X-Atmosphere-tracking-id=" + id + (identifier == null ? "" : "&identifier=" + identifier);
    }

    private InputStream openStream() throws Exception {
        HttpResponse<InputStream> response =
                http.send(HttpRequest.newBuilder(URI.create(uri())).build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("HTTP " + response.statusCode());
        }
        stream = response.body();
        return response.body();
    }

    private void readInBackground(InputStream in) {
        inBackground(() -> read(in));
    }

    private void read(InputStream in) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (transport == Transport.SSE) {
                // Empty lines end an event, those that begin with a colon are comments.
                if (line.startsWith("data:")) {
                    messages.add(line.substring(5));
                } else if (!line.isEmpty() && !line.startsWith(":")) {
                    messages.add("not an event: " + line);
                }
            } else if (!line.isEmpty()) {
                messages.add(line);
            }
        }
    }

    private void poll() throws Exception {
        while (!closed) {
            read(openStream());
        }
    }

    private interface Task {
        void run() throws Exception;
    }

    private void inBackground(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception e) {
                if (!closed) {
                    messages.add("connection lost: " + e + ", cause: " + e.getCause());
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        reader = thread;
    }

    /** Goes away without a word, as a client does that crashes. No request of it is sent after this returns. */
    @Override
    public void close() throws IOException {
        closed = true;
        if (socket != null) {
            socket.abort();
        }
        ofUrls.forEach(WebSocket::abort);
        if (stream != null) {
            stream.close();
        }
        if (reader != null) {
            endReader(reader);
        }
    }

    /** A poll that is sent just now would subscribe once more while the next test counts subscriptions. */
    private static void endReader(Thread reader) {
        reader.interrupt();
        try {
            reader.join(READER_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
