package io.ceiling.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.blocks.RpcDispatcher;
import org.jspecify.annotations.Nullable;

/** The agents that are in the harness' cluster now. Thread-safe. */
public final class RemoteAgents {

    private final Duration callTimeout;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Address, RemoteAgent> agents = new LinkedHashMap<>();
    private final List<Consumer<RemoteAgent>> leaveListeners = new CopyOnWriteArrayList<>();

    RemoteAgents(Duration callTimeout) {
        this.callTimeout = callTimeout;
    }

    /** In the order of their joining. */
    public List<RemoteAgent> present() {
        lock.lock();
        try {
            return List.copyOf(agents.values());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until so many agents have joined, and returns them.
     *
     * @throws ClusterException if they have not within the timeout
     */
    public List<RemoteAgent> awaitAgents(int count, Duration timeout) throws InterruptedException {
        long leftNanos = timeout.toNanos();
        lock.lock();
        try {
            while (agents.size() < count) {
                if (leftNanos <= 0) {
                    throw new ClusterException("expected %d load agents, %d joined within %d ms. Hint: see their log"
                            .formatted(count, agents.size(), timeout.toMillis()));
                }
                leftNanos = changed.awaitNanos(leftNanos);
            }
            return List.copyOf(agents.values());
        } finally {
            lock.unlock();
        }
    }

    /** Calls the listener for every agent that leaves from now on, on a thread of the cluster; it must not block. */
    public void onLeave(Consumer<RemoteAgent> listener) {
        leaveListeners.add(listener);
    }

    /** Waits until the agent has left; false if it is still there after the timeout. */
    public boolean awaitLeave(RemoteAgent agent, Duration timeout) throws InterruptedException {
        long leftNanos = timeout.toNanos();
        lock.lock();
        try {
            while (agents.containsKey(agent.address())) {
                if (leftNanos <= 0) {
                    return false;
                }
                leftNanos = changed.awaitNanos(leftNanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    void accept(View view, @Nullable Address self, RpcDispatcher dispatcher) {
        List<RemoteAgent> left = new ArrayList<>();
        lock.lock();
        try {
            agents.values().removeIf(agent -> {
                boolean gone = !view.containsMember(agent.address());
                if (gone) {
                    left.add(agent);
                }
                return gone;
            });
            for (Address member : view.getMembers()) {
                if (!member.equals(self)) {
                    agents.computeIfAbsent(member, address -> new RemoteAgent(dispatcher, address, callTimeout));
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        left.forEach(agent -> leaveListeners.forEach(listener -> listener.accept(agent)));
    }
}
