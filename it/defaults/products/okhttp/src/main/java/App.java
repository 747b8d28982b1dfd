import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

public class App {
    public static void main(String[] args) throws IOException {
        OkHttpClient client = new OkHttpClient();
        Request request = new Request.Builder().url(args[1]).build();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/slow", exchange -> client.newCall(request).enqueue(new Answer(exchange)));
        server.start();
    }

    private record Answer(HttpExchange exchange) implements Callback {
        @Override
        public void onResponse(Call call, Response response) throws IOException {
            try (exchange; response) {
                byte[] body = response.body().bytes();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }

        @Override
        public void onFailure(Call call, IOException e) {
            exchange.close();
        }
    }
}
