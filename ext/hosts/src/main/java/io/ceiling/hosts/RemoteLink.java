package io.ceiling.hosts;

import io.ceiling.hosts.pipe.NodeException;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.link.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** A link to an agent on the host of a node. Thread-safe: requests are sent one after the other. */
final class RemoteLink implements AgentLink {

    // Longer than a node waits for its agent, so that its failure message arrives.
    private static final Duration PATIENCE = Duration.ofSeconds(35);

    private final RemoteNode node;
    private final int agent;
    private final Executor sendExecutor;
    private final Runnable failureListener;
    private final Clocks clocks;
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    /**
     * Creates the link.
     *
     * @param agent number of the agent on its node
     * @param sendExecutor threads that wait for answers
     * @param failureListener called when a request was not answered
     * @param clocks clocks of all hosts
     */
    RemoteLink(RemoteNode node, int agent, Executor sendExecutor, Runnable failureListener, Clocks clocks) {
        this.node = node;
        this.agent = agent;
        this.sendExecutor = sendExecutor;
        this.failureListener = failureListener;
        this.clocks = clocks;
    }

    @Override
    public synchronized <A> PendingAnswer<A> send(Request<A> request) {
        // One at a time: the node might pass on concurrent requests in another order.
        CompletableFuture<A> answer =
                last.handle((before, failure) -> true).thenApplyAsync(before -> ask(request), sendExecutor);
        last = answer;
        return () -> {
            try {
                return answer.join();
            } catch (CompletionException e) {
                failureListener.run();
                if (e.getCause() instanceof NodeException lost) {
                    throw new LinkException(
                            "load agent %d: %s: %s"
                                    .formatted(agent, request.getClass().getSimpleName(), lost.getMessage()),
                            lost);
                }
                throw e.getCause() instanceof RuntimeException why ? why : e;
            }
        };
    }

    private <A> A ask(Request<A> request) {
        Object answer =
                node.ask(new NodeCall.AskAgent(agent, request), PATIENCE).answer();
        if (!request.answer().isInstance(answer)) {
            throw new LinkException("load agent %d: %s: its answer is of another kind"
                    .formatted(agent, request.getClass().getSimpleName()));
        }
        return request.answer().cast(answer);
    }

    @Override
    public String host() {
        return node.name();
    }

    @Override
    public long aheadNanos(String address) {
        return clocks.aheadNanos(node) - clocks.aheadNanos(address);
    }

    @Override
    public String toString() {
        return "load agent %d of %s".formatted(agent, node);
    }
}
