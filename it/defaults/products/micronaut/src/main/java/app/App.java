package app;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.runtime.Micronaut;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

@Controller
public class App {
    public static void main(String[] args) {
        Micronaut.run(App.class, args);
    }

    @ExecuteOn(TaskExecutors.BLOCKING)
    @Get(uri = "/slow", produces = "text/plain")
    public String slow() throws InterruptedException {
        Thread.sleep(200);
        return "ok\n";
    }
}
