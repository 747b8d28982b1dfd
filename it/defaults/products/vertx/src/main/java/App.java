import io.vertx.core.Vertx;

public class App {
    public static void main(String[] args) {
        Vertx vertx = Vertx.vertx();
        vertx.createHttpServer()
            .requestHandler(request -> vertx.executeBlocking(App::slow, false).onSuccess(request.response()::end))
            .listen(Integer.parseInt(args[0]), "127.0.0.1");
    }

    private static String slow() throws InterruptedException {
        Thread.sleep(200);
        return "ok\n";
    }
}
