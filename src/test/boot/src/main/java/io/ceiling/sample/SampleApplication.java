package io.ceiling.sample;

import java.io.IOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.handler.TextWebSocketHandler;

/** An application as people write them: a controller that takes its time, server-sent events, and a WebSocket. */
@EnableWebSocket
@RestController
@SpringBootApplication
public class SampleApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(SampleApplication.class, arguments);
    }

    /** Answers after that many milliseconds, in which the request keeps its thread. */
    @GetMapping("/sleep")
    public String sleep(@RequestParam(name = "ms", defaultValue = "0") long ms) throws InterruptedException {
        Thread.sleep(ms);
        return "slept " + ms;
    }

    /** Sends one event and keeps the response open. */
    @GetMapping("/events")
    public SseEmitter events() throws IOException {
        SseEmitter emitter = new SseEmitter(0L);
        emitter.send("hello");
        return emitter;
    }

    /** Answers each message in upper case. */
    @Bean
    public WebSocketConfigurer webSocket() {
        return registry -> registry.addHandler(
                new TextWebSocketHandler() {
                    @Override
                    protected void handleTextMessage(WebSocketSession session, TextMessage message) throws IOException {
                        session.sendMessage(new TextMessage(message.getPayload().toUpperCase()));
                    }
                },
                "/upper");
    }
}
