package io.ceiling.sample.apps;

import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Spring WebFlux on Netty. Sizes of its own pools are system properties of Reactor. */
@SpringBootConfiguration
@EnableAutoConfiguration
@RestController
public class FluxApplication {

    private static final Duration TIME = Duration.ofMillis(Asked.MILLIS);

    public static void main(String[] arguments) {
        SpringApplication.run(FluxApplication.class, arguments);
    }

    @GetMapping("/limited/{kind}")
    Mono<String> answer(@PathVariable("kind") String kind) {
        return switch (kind) {
            case "elastic" -> Mono.fromCallable(Asked::slept).subscribeOn(Schedulers.boundedElastic());
            case "loop" -> Mono.just(Asked.slept());
            case "async-semaphore" ->
                Mono.create(sink -> AsyncGate.ONLY.enter(() -> Mono.delay(TIME).subscribe(tick -> {
                    sink.success("gated");
                    AsyncGate.ONLY.leave();
                })));
            case "none" -> Mono.delay(TIME).thenReturn("delayed");
            default -> Mono.error(new ResponseStatusException(HttpStatus.NOT_FOUND, kind));
        };
    }
}
