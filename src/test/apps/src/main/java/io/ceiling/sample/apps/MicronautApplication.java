package io.ceiling.sample.apps;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.runtime.Micronaut;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Micronaut on Netty, whose controllers run on an event loop unless they ask for an executor. */
@Controller(value = "/limited", produces = MediaType.TEXT_PLAIN)
public class MicronautApplication {

    private static final Executor LATER = CompletableFuture.delayedExecutor(Asked.MILLIS, TimeUnit.MILLISECONDS);

    public static void main(String[] arguments) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "micronaut.server.host", Asked.HOST,
                "micronaut.server.port", Asked.PORT,
                "micronaut.executors.io.type", "fixed",
                "micronaut.executors.io.n-threads", Asked.SIZE));
        if (Asked.KIND.equals("loop")) {
            properties.put("micronaut.netty.event-loops.default.num-threads", Asked.SIZE);
        }
        Micronaut.build(arguments)
                .mainClass(MicronautApplication.class)
                .properties(properties)
                .start();
    }

    @Get("/workers")
    @ExecuteOn(TaskExecutors.IO)
    String workers() {
        return Asked.slept();
    }

    @Get("/loop")
    String loop() {
        return Asked.slept();
    }

    @Get("/async-semaphore")
    CompletableFuture<String> gated() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        AsyncGate.ONLY.enter(() -> LATER.execute(() -> {
            answer.complete("gated");
            AsyncGate.ONLY.leave();
        }));
        return answer;
    }

    @Get("/none")
    CompletableFuture<String> none() {
        return CompletableFuture.supplyAsync(() -> "delayed", LATER);
    }
}
