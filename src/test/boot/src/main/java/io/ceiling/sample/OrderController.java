package io.ceiling.sample;

import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Requests that need a connection of the pool, which {@code spring.datasource.hikari.maximum-pool-size} limits. */
@RestController
class OrderController {

    private final JdbcTemplate jdbc;

    OrderController(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Answers after a query that keeps its connection for that many milliseconds. */
    @GetMapping("/jdbc")
    String list(@RequestParam(name = "ms", defaultValue = "200") long ms) {
        return jdbc.execute((ConnectionCallback<String>) connection -> {
            try (var statement = connection.createStatement();
                    var rows = statement.executeQuery("select count(*) from information_schema.tables")) {
                rows.next();
                Thread.sleep(ms);
                return "tables " + rows.getInt(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        });
    }
}
