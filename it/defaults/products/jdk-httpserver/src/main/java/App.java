import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

public class App {
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/slow", App::slow);
        server.start();
    }

    private static void slow(HttpExchange exchange) throws IOException {
        try (exchange) {
            Thread.sleep(200);
            exchange.sendResponseHeaders(200, 3);
            exchange.getResponseBody().write("ok\n".getBytes());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
