package io.ceiling.reference.vertx;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.reference.Answer;
import io.ceiling.reference.Channels;
import io.ceiling.reference.ReferenceReadings;
import io.ceiling.reference.Site;
import io.ceiling.reference.Subscriber;
import io.netty.channel.ChannelFuture;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.ServerWebSocketHandshake;
import io.vertx.core.internal.http.WebSocketInternal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One instance: an HTTP server on the event loop of its verticle. */
final class SiteVerticle extends VerticleBase {

    private static final int NOT_FOUND = 404;

    private final Site site;
    private final Channels channels;
    private final ReferenceReadings readings;
    private final HttpServerOptions options;
    private @Nullable HttpServer server;

    SiteVerticle(Site site, Channels channels, ReferenceReadings readings, HttpServerOptions options) {
        this.site = site;
        this.channels = channels;
        this.readings = readings;
        this.options = options;
    }

    private record VertxConnection(ServerWebSocket socket) implements Subscriber.Connection {

        @Override
        public void send(String text, Subscriber.WriteCallback callback) {
            Future<Void> ignored =
                    socket.writeTextMessage(text).onComplete(written -> callback.done(written.succeeded()));
        }

        /**
         * Closes the channel directly: the documented close() and shutdown() wait for data that a client does not read.
         */
        @Override
        public void disconnect() {
            ChannelFuture ignored =
                    ((WebSocketInternal) socket).channelHandlerContext().close();
        }
    }

    @Override
    public Future<?> start() {
        HttpServer created = vertx.createHttpServer(options)
                .requestHandler(this::answer)
                .webSocketHandshakeHandler(this::shake)
                .webSocketHandler(this::opened)
                .connectionHandler(connection -> {
                    readings.countOpen();
                    // Not called for a connection that has become a WebSocket, which has a handler of its own.
                    connection.closeHandler(closed -> readings.countClose());
                });
        server = created;
        return created.listen();
    }

    int port() {
        return server == null ? 0 : server.actualPort();
    }

    String endpointClass() {
        return server == null ? "" : server.getClass().getName();
    }

    private void answer(HttpServerRequest request) {
        // Only the answer to /stop blocks.
        if (request.path().endsWith("/stop")) {
            Future<Answer> ignored = vertx.executeBlocking(
                            () -> site.answer(request.method().name(), request.uri()))
                    .onSuccess(answer -> send(request.response(), answer));
        } else {
            send(request.response(), site.answer(request.method().name(), request.uri()));
        }
    }

    private static void send(HttpServerResponse response, Answer answer) {
        response.setStatusCode(answer.status()).putHeader("Content-Type", answer.contentType());
        if (!answer.header().isEmpty()) {
            response.putHeader(answer.headerName(), answer.headerValue());
        }
        Future<Void> ignored =
                response.end(Buffer.buffer(answer.length()).appendBytes(answer.body(), 0, answer.length()));
    }

    private void shake(ServerWebSocketHandshake handshake) {
        boolean known =
                handshake.path().equals(site.upperPath()) || handshake.path().equals(site.channelsPath());
        Future<?> ignored = known ? handshake.accept() : handshake.reject(NOT_FOUND);
    }

    private void opened(ServerWebSocket socket) {
        if (socket.path().equals(site.channelsPath())) {
            Subscriber subscriber = channels.addSubscriber(new VertxConnection(socket));
            socket.textMessageHandler(text -> channels.handleMessage(subscriber, text));
            socket.closeHandler(closed -> {
                channels.removeSubscriber(subscriber);
                readings.countClose();
            });
            return;
        }
        Gauges gauges = site.gauges();
        gauges.increment(Gauge.UPPER_SESSIONS);
        socket.textMessageHandler(text -> {
            gauges.increment(Gauge.UPPER_ANSWERS);
            Future<Void> ignored = socket.writeTextMessage(text.toUpperCase(Locale.ROOT));
        });
        socket.closeHandler(closed -> {
            gauges.decrement(Gauge.UPPER_SESSIONS);
            readings.countClose();
        });
    }
}
