import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.BlockingHandler;

public class Server {
    public static void main(String[] arguments) {
        Undertow.builder()
                .addHttpListener(Integer.parseInt(arguments[0]), "127.0.0.1")
                .setHandler(new BlockingHandler(Server::answer))
                .build()
                .start();
    }

    private static void answer(HttpServerExchange exchange) throws InterruptedException {
        Thread.sleep(200);
        exchange.getResponseSender().send("ok\n");
    }
}
