package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

@SpringBootApplication
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }
}

@Entity
class Price {
    @Id
    long id;
}

interface Prices extends JpaRepository<Price, Long> {}

@RestController
class Events {
    private final Prices prices;

    Events(Prices prices) {
        this.prices = prices;
    }

    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<String> events() {
        long count = prices.count();
        return Flux.interval(Duration.ZERO, Duration.ofSeconds(1)).map(tick -> count + " prices");
    }
}
