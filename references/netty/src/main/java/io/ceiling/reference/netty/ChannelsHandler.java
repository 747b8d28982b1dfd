package io.ceiling.reference.netty;

import io.ceiling.reference.Channels;
import io.ceiling.reference.Subscriber;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler.HandshakeComplete;
import org.jspecify.annotations.Nullable;

/** One WebSocket of {@code /channels}. Its messages may be sent by any thread; Netty passes them to its event loop. */
final class ChannelsHandler extends SimpleChannelInboundHandler<TextWebSocketFrame> {

    private final Channels channels;
    private @Nullable Subscriber subscriber;

    ChannelsHandler(Channels channels) {
        this.channels = channels;
    }

    private record NettyConnection(Channel channel) implements Subscriber.Connection {

        @Override
        public void send(String text, Subscriber.WriteCallback callback) {
            ChannelFuture ignored = channel.writeAndFlush(new TextWebSocketFrame(text))
                    .addListener(write -> callback.done(write.isSuccess()));
        }

        @Override
        public void disconnect() {
            ChannelFuture ignored = channel.close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof HandshakeComplete) {
            Subscriber opened = channels.addSubscriber(new NettyConnection(context.channel()));
            subscriber = opened;
            ChannelFuture ignored =
                    context.channel().closeFuture().addListener(closed -> channels.removeSubscriber(opened));
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, TextWebSocketFrame frame) {
        if (subscriber != null) {
            channels.handleMessage(subscriber, frame.text());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        ChannelFuture ignored = context.close();
    }
}
