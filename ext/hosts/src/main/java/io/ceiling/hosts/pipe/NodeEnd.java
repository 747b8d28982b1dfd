package io.ceiling.hosts.pipe;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The node's end of the pipe from the harness that has started it. No other process can reach the node, which ends when
 * the pipe ends or the harness is silent.
 */
public final class NodeEnd {

    private final Handler handler;
    private final FramePipe pipe;
    private final ExecutorService calls = Executors.newCachedThreadPool(task -> FramePipe.daemon(task, "node-call"));

    private NodeEnd(InputStream in, OutputStream out, Handler handler, Heartbeat timing) {
        this.handler = handler;
        this.pipe = new FramePipe(in, out, timing, this::receive, end -> handler.harnessGone(end.reason()));
    }

    /**
     * Takes over standard input and output of this process, greets the harness and obeys it. Only frames may go to standard
     * output from now on, so that {@link System#out} is standard error.
     *
     * @param build build of this project
     * @param hello what the node says of itself
     * @throws IOException if nobody reads standard output
     */
    public static void ofThisProcess(String build, byte[] hello, Handler handler) throws IOException {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        serve(new FileInputStream(FileDescriptor.in), out, build, hello, handler, Heartbeat.DEFAULT);
    }

    static void serve(InputStream in, OutputStream out, String build, byte[] hello, Handler handler, Heartbeat timing)
            throws IOException {
        NodeEnd node = new NodeEnd(in, out, handler, timing);
        out.write(Greeting.of(build));
        node.pipe.send(new Frame(Frame.Kind.HELLO, 0, hello));
        node.pipe.startSending("node");
        node.pipe.startReceiving("node");
    }

    private void receive(Frame frame) {
        if (frame.kind() != Frame.Kind.CALL) {
            return;
        }
        try {
            calls.execute(() -> answer(frame));
        } catch (OutOfMemoryError e) {
            // At the ceiling of a server on this host there may be no further thread.
            pipe.send(Frame.of(Frame.Kind.FAILED, frame.number(), RemoteText.of(e)));
        }
    }

    private void answer(Frame call) {
        Frame answer;
        try {
            byte[] body = handler.answer(call.body());
            answer = body.length <= Frame.MAX_BODY_BYTES
                    ? new Frame(Frame.Kind.ANSWER, call.number(), body)
                    : Frame.of(
                            Frame.Kind.FAILED,
                            call.number(),
                            "an answer of %d bytes is too long, at most %d are sent at once"
                                    .formatted(body.length, Frame.MAX_BODY_BYTES));
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            answer = Frame.of(Frame.Kind.FAILED, call.number(), RemoteText.of(e));
        }
        pipe.send(answer);
    }
}
