package io.ceiling.reference.netty;

import io.ceiling.reference.Answer;
import io.ceiling.reference.Channels;
import io.ceiling.reference.ReferenceReadings;
import io.ceiling.reference.Site;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;

/**
 * Answers the HTTP requests of all connections; a request for a WebSocket gets the handlers that upgrade its
 * connection.
 */
@Sharable
final class HttpHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private final Site site;
    private final Channels channels;
    private final ReferenceReadings readings;
    private final UpperHandler upper;

    HttpHandler(Site site, Channels channels, ReferenceReadings readings) {
        this.site = site;
        this.channels = channels;
        this.readings = readings;
        this.upper = new UpperHandler(site.gauges());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        readings.countOpen();
        context.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        readings.countClose();
        context.fireChannelInactive();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        String path = Site.path(request.uri());
        boolean upgrade = request.headers().contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
        if (upgrade && path.equals(site.upperPath())) {
            upgrade(context, path);
            context.pipeline().addLast(upper);
            context.fireChannelRead(request.retain());
        } else if (upgrade && path.equals(site.channelsPath())) {
            upgrade(context, path);
            context.pipeline().addLast(new ChannelsHandler(channels));
            context.fireChannelRead(request.retain());
        } else if (path.endsWith("/stop")) {
            // The publisher ends within milliseconds, but other connections of this event loop must not wait for it.
            FullHttpRequest retained = request.retain();
            new Thread(
                            () -> {
                                Answer answer = site.answer(retained.method().name(), retained.uri());
                                context.executor().execute(() -> {
                                    send(context, retained, answer);
                                    boolean ignored = retained.release();
                                });
                            },
                            "stop-publisher")
                    .start();
        } else {
            send(context, request, site.answer(request.method().name(), request.uri()));
        }
    }

    private static void upgrade(ChannelHandlerContext context, String path) {
        context.pipeline()
                .addLast(
                        new WebSocketServerProtocolHandler(WebSocketServerProtocolConfig.newBuilder()
                                .websocketPath(path)
                                .checkStartsWith(true)
                                .build()),
                        new WebSocketFrameAggregator(Site.MESSAGE_BYTES));
    }

    private static void send(ChannelHandlerContext context, FullHttpRequest request, Answer answer) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.status()),
                Unpooled.wrappedBuffer(answer.body(), 0, answer.length()));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, answer.contentType())
                .setInt(HttpHeaderNames.CONTENT_LENGTH, answer.length());
        if (!answer.header().isEmpty()) {
            response.headers().set(answer.headerName(), answer.headerValue());
        }
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        HttpUtil.setKeepAlive(response, keepAlive);
        ChannelFuture written = context.writeAndFlush(response);
        if (!keepAlive) {
            ChannelFuture ignored = written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A client that is gone is no error of the server.
        ChannelFuture ignored = context.close();
    }
}
