package io.ceiling.reference.netty;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler.HandshakeComplete;
import java.util.Locale;

/** Returns each text of all WebSockets of {@code /ws/upper} in upper case. */
@Sharable
final class UpperHandler extends SimpleChannelInboundHandler<TextWebSocketFrame> {

    private final Gauges gauges;

    UpperHandler(Gauges gauges) {
        this.gauges = gauges;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof HandshakeComplete) {
            gauges.increment(Gauge.UPPER_SESSIONS);
            ChannelFuture ignored =
                    context.channel().closeFuture().addListener(closed -> gauges.decrement(Gauge.UPPER_SESSIONS));
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, TextWebSocketFrame frame) {
        gauges.increment(Gauge.UPPER_ANSWERS);
        ChannelFuture ignored =
                context.writeAndFlush(new TextWebSocketFrame(frame.text().toUpperCase(Locale.ROOT)));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        ChannelFuture ignored = context.close();
    }
}
