package io.ceiling.load.report;

import java.util.List;

/**
 * The histograms of one agent in nanoseconds, each as text in the encoding of HistogramLogWriter (compressed, base64),
 * so that they can be merged and written to .hlog files unchanged.
 *
 * @param connect times from the intended start to the established connection, since forgetTimes or prepare; a
 *     connection that was not established counts with the time that it waited
 * @param firstAnswer times from the intended start to the first correct answer, since forgetTimes or prepare; a
 *     connection without an answer counts with the time that it waited, or its time-out if that is longer
 * @param response response times of exchanges since the last call of exchange, saturate or converse; an exchange
 *     without an answer counts with the time that it waited, or its time-out if that is longer
 * @param service service times of the same exchanges
 * @param delivery delivery times of messages of channels since {@code forgetDeliveries}, forgetTimes or prepare; only
 *     valid on the host of the publisher, whose clock they refer to
 * @param deliveryService times from the actual send of the same messages to their arrival
 * @param requests response times of each request of a mix, those of first answers among them, since the last call of
 *     exchange, saturate, converse, forgetTimes or prepare; none without a mix
 */
public record AgentHistograms(
        String connect,
        String firstAnswer,
        String response,
        String service,
        String delivery,
        String deliveryService,
        List<String> requests) {

    public AgentHistograms {
        requests = List.copyOf(requests);
    }

    /** Creates the histograms of an agent that has no mix of requests. */
    public AgentHistograms(
            String connect,
            String firstAnswer,
            String response,
            String service,
            String delivery,
            String deliveryService) {
        this(connect, firstAnswer, response, service, delivery, deliveryService, List.of());
    }
}
