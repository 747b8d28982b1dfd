import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.server.Directives;

public class App {
    public static void main(String[] args) {
        ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "app");
        Http.get(system)
            .newServerAt("127.0.0.1", Integer.parseInt(args[0]))
            .bind(Directives.pathSingleSlash(() -> Directives.complete("ok\n")));
    }
}
