import io.helidon.webserver.WebServer;

public class App {
    public static void main(String[] args) {
        WebServer.builder()
            .host("127.0.0.1")
            .port(Integer.parseInt(args[0]))
            .routing(routing -> routing.get("/slow", (request, response) -> {
                Thread.sleep(200);
                response.send("ok\n");
            }))
            .build()
            .start();
    }
}
