import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/slow")
public class App {
    @GET
    @Blocking
    public String slow() throws InterruptedException {
        Thread.sleep(200);
        return "ok\n";
    }
}
