import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.annotation.Blocking;
import com.linecorp.armeria.server.annotation.Get;
import java.net.InetSocketAddress;

public class App {
    public static void main(String[] args) {
        Server.builder()
            .http(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])))
            .annotatedService(new App())
            .build()
            .start()
            .join();
    }

    @Blocking
    @Get("/slow")
    public String slow() throws InterruptedException {
        Thread.sleep(200);
        return "ok\n";
    }
}
