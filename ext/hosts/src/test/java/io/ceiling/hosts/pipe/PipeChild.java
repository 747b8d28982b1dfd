package io.ceiling.hosts.pipe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The program of a node, or of a harness with one node, for tests that kill and stop them. */
final class PipeChild {

    static final String BUILD = "build 0123456789ab";
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private PipeChild() {}

    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PipeChild.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a node that answers what it is asked, or a harness that prints the id of its node and goes on. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("harness")) {
            NodePipe pipe = NodePipe.start("a", command("node"), BUILD);
            System.out.println(new String(pipe.hello(PATIENCE), StandardCharsets.UTF_8));
            Thread.sleep(PATIENCE.toMillis());
            return;
        }
        CompletableFuture<String> gone = new CompletableFuture<>();
        byte[] hello = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
        NodeEnd.ofThisProcess(arguments.length > 1 ? arguments[1] : BUILD, hello, handler(gone));
        System.err.println("gone: " + gone.join());
        // Standard error is cut off with the harness, so that the exit code says as much.
        System.exit(7);
    }

    private static Handler handler(CompletableFuture<String> gone) {
        return new Handler() {

            @Override
            public byte[] answer(byte[] request) throws Exception {
                switch (new String(request, StandardCharsets.UTF_8)) {
                    case "for ever" -> Thread.sleep(PATIENCE.toMillis());
                    case "fail" -> throw new IOException("no\nsuch thing");
                    case "print" ->
                        new java.io.FileOutputStream(java.io.FileDescriptor.out)
                                .write("Exception in thread".getBytes(StandardCharsets.UTF_8));
                    case "complain" -> System.err.println("no memory left");
                    case "exit" -> System.exit(5);
                    default -> {}
                }
                return request;
            }

            @Override
            public void harnessGone(String why) {
                boolean ignored = gone.complete(why);
            }
        };
    }
}
