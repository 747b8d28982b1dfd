import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import org.apache.commons.dbcp2.BasicDataSource;

public class App {
    private static final BasicDataSource POOL = new BasicDataSource();

    public static void main(String[] args) throws Exception {
        POOL.setUrl("jdbc:h2:mem:app;DB_CLOSE_DELAY=-1");
        execute("CREATE ALIAS SLEEP FOR \"java.lang.Thread.sleep(long)\"");
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/slow", App::slow);
        server.start();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = POOL.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void slow(HttpExchange exchange) throws IOException {
        try (exchange) {
            execute("CALL SLEEP(200)");
            exchange.sendResponseHeaders(200, 3);
            exchange.getResponseBody().write("ok\n".getBytes());
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
