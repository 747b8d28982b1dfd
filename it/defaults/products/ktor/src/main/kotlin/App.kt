import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

fun main(args: Array<String>) {
    embeddedServer(Netty, host = "127.0.0.1", port = args[0].toInt()) {
        routing {
            get("/slow") {
                withContext(Dispatchers.IO) { Thread.sleep(200) }
                call.respondText("ok\n")
            }
        }
    }.start(wait = true)
}
