package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Application {
    @GetMapping("/slow")
    String slow() throws InterruptedException {
        Thread.sleep(200);
        return "ok\n";
    }

    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }
}
