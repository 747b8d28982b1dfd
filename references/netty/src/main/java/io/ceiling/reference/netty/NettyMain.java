package io.ceiling.reference.netty;

import io.ceiling.container.ServerMain;

/** The process of a Netty server. */
public final class NettyMain {

    private NettyMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new NettyServer(), arguments);
    }
}
