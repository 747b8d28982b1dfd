package shop;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

@SpringBootApplication
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }
}

@RestController
class Prices {
    private final RestClient client;

    Prices(RestClient.Builder builder, @Value("${prices}") String url) {
        client = builder.baseUrl(url).build();
    }

    @GetMapping("/slow")
    String slow() {
        return client.get().retrieve().body(String.class);
    }
}
