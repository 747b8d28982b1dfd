package io.ceiling.reference.netty;

import io.ceiling.container.ServerMain;

/** Main class of a Netty server process. */
public final class NettyMain {

    private NettyMain() {}

    public static void main(String[] arguments) {
        ServerMain.run(new NettyServer(), arguments);
    }
}
