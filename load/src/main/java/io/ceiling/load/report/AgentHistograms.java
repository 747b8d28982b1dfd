package io.ceiling.load.report;

import java.io.Serializable;

/**
 * The histograms of one agent in nanoseconds, each as text in the encoding of HistogramLogWriter (compressed, base64),
 * so that they can be merged and written to .hlog files unchanged.
 *
 * @param connect times from the intended start to the established connection, since prepare
 * @param firstAnswer times from the intended start to the first correct answer, since prepare
 * @param response response times of exchanges since the last call of exchange, saturate or converse
 * @param service service times of the same exchanges
 * @param delivery delivery times of messages of channels since {@code forgetDeliveries} or prepare; only valid on the
 *     host of the publisher, whose clock they refer to
 * @param deliveryService times from the actual send of the same messages to their arrival
 */
public record AgentHistograms(
        String connect, String firstAnswer, String response, String service, String delivery, String deliveryService)
        implements Serializable {

    private static final long serialVersionUID = 1;
}
