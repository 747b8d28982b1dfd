package io.ceiling.sample.apps;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Helidon, which gives each request a virtual thread. */
public final class HelidonApplication {

    private static final Semaphore PERMITS = new Semaphore(Asked.SIZE);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final BlockingQueue<Object> LENT =
            new LinkedBlockingQueue<>(Collections.nCopies(Asked.SIZE, "lent"));

    private HelidonApplication() {}

    public static void main(String[] arguments) {
        var builder = WebServer.builder().host(Asked.HOST).port(Asked.PORT);
        if (Asked.KIND.equals("refuse")) {
            builder.maxConcurrentRequests(Asked.SIZE);
        }
        builder.routing(routing -> routing.get("/limited/" + Asked.KIND, HelidonApplication::answer))
                .build()
                .start();
    }

    private static void answer(ServerRequest request, ServerResponse response) throws InterruptedException {
        switch (Asked.KIND) {
            case "semaphore" -> {
                PERMITS.acquire();
                try {
                    Asked.slept();
                } finally {
                    PERMITS.release();
                }
            }
            case "lock" -> {
                LOCK.lock();
                try {
                    Asked.slept();
                } finally {
                    LOCK.unlock();
                }
            }
            case "lent" -> {
                Object one = LENT.take();
                try {
                    Asked.slept();
                } finally {
                    LENT.add(one);
                }
            }
            case "refuse", "none" -> Asked.slept();
            default -> throw new IllegalArgumentException(Asked.KIND);
        }
        response.send("served");
    }
}
