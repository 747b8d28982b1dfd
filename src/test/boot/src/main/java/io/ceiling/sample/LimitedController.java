package io.ceiling.sample;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Answers each request after a time in which it has one of a number of places, as its path says. */
@RestController
class LimitedController {

    // Looked up once: the look-up takes a lock.
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int size;
    private final long millis;
    private final JdbcTemplate jdbc;
    private final Background background;
    private final Semaphore permits;
    private final ExecutorService workers;
    private final BlockingQueue<Object> lent;
    private final Lock lock = new ReentrantLock();

    LimitedController(
            @Value("${limit.size:1}") int size,
            @Value("${limit.millis:0}") long millis,
            JdbcTemplate jdbc,
            @Lazy Background background) {
        this.size = size;
        this.millis = millis;
        this.jdbc = jdbc;
        this.background = background;
        permits = new Semaphore(size);
        workers = Executors.newFixedThreadPool(size);
        lent = new LinkedBlockingQueue<>(Collections.nCopies(size, "lent"));
    }

    /** Work of the executor of the application, whose size is spring.task.execution.pool.core-size. */
    @Component
    @EnableAsync
    static class Background {
        @Async("applicationTaskExecutor")
        public CompletableFuture<String> work(long millis) {
            return CompletableFuture.completedFuture(slept(millis));
        }
    }

    @GetMapping("/limited/{kind}")
    Object answer(@PathVariable("kind") String kind) throws Exception {
        return switch (kind) {
            case "threads", "none" -> slept(millis);
            case "hikari" -> jdbc.execute((ConnectionCallback<String>) connection -> slept(millis));
            case "semaphore" -> gated();
            case "executor" -> workers.submit(() -> slept(millis)).get();
            case "future" ->
                CompletableFuture.supplyAsync(() -> slept(millis), workers).join();
            case "callable" -> (Callable<String>) () -> slept(millis);
            case "async" -> background.work(millis);
            case "lent" -> borrowed();
            case "monitor" -> alone();
            case "lock" -> locked();
            case "refuse" -> refusing();
            case "processors" -> computed();
            default -> throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no limit of that kind: " + kind);
        };
    }

    private String gated() throws InterruptedException {
        permits.acquire();
        try {
            return slept(millis);
        } finally {
            permits.release();
        }
    }

    private String borrowed() throws InterruptedException {
        Object one = lent.take();
        try {
            return slept(millis);
        } finally {
            lent.add(one);
        }
    }

    private synchronized String alone() {
        return slept(millis);
    }

    private String locked() {
        lock.lock();
        try {
            return slept(millis);
        } finally {
            lock.unlock();
        }
    }

    private String refusing() {
        if (!permits.tryAcquire()) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, size + " at once, no more");
        }
        try {
            return slept(millis);
        } finally {
            permits.release();
        }
    }

    // Takes that much time of a processor, or longer where it shares one.
    private String computed() {
        long begin = processorNanos();
        long sum = 0;
        while (processorNanos() - begin < millis * 1_000_000) {
            for (int i = 0; i < 10_000; i++) {
                sum = sum * 31 + i;
            }
        }
        return "computed " + sum;
    }

    private static long processorNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static String slept(long millis) {
        try {
            Thread.sleep(millis);
            return "slept " + millis;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
