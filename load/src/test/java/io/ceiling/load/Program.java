package io.ceiling.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.stream.Stream;

/** A server in C at a port of loopback, until it is closed. */
record Program(Process process, int port) implements AutoCloseable {

    /** @param command in which PORT stands for a free one */
    static Program start(String... command) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> line = Stream.of(command)
                .map(word -> word.equals("PORT") ? String.valueOf(port) : word)
                .toList();
        Program program = new Program(new ProcessBuilder(line).inheritIO().start(), port);
        while (!program.listens()) {
            if (!program.process.isAlive()) {
                throw new IOException("%s ended with %d".formatted(line, program.process.exitValue()));
            }
            Thread.sleep(10);
        }
        return program;
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
