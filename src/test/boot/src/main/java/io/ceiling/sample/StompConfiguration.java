package io.ceiling.sample;

import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.simp.SimpMessagingTemplate;
import org.springframework.messaging.simp.config.MessageBrokerRegistry;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.socket.config.annotation.EnableWebSocketMessageBroker;
import org.springframework.web.socket.config.annotation.StompEndpointRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;

/** STOMP with the simple broker: clients connect to {@code /stomp}, and {@code /topic/ticks} has a message a second. */
@Configuration
@EnableScheduling
@EnableWebSocketMessageBroker
class StompConfiguration implements WebSocketMessageBrokerConfigurer {

    @Override
    public void configureMessageBroker(MessageBrokerRegistry registry) {
        registry.enableSimpleBroker("/topic");
    }

    @Override
    public void registerStompEndpoints(StompEndpointRegistry registry) {
        registry.addEndpoint("/stomp");
    }

    @Component
    static class Ticks {

        private final SimpMessagingTemplate messaging;
        private long count;

        Ticks(SimpMessagingTemplate messaging) {
            this.messaging = messaging;
        }

        @Scheduled(fixedRate = 1_000)
        void tick() {
            messaging.convertAndSend("/topic/ticks", "tick " + count++);
        }
    }
}
