package shop;

import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@SpringBootApplication
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }
}

@RestController
class Orders {
    private final DatabaseClient database;

    Orders(DatabaseClient database) {
        this.database = database;
    }

    @GetMapping("/slow")
    @Transactional
    public Mono<String> slow() {
        return database.sql("select 'ok'").mapValue(String.class).one().delayElement(Duration.ofMillis(200));
    }
}
