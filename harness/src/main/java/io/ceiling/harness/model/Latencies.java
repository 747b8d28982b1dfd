package io.ceiling.harness.model;

/**
 * How long the same requests or messages took, from two beginnings: what they differ by is the sender's own delay.
 *
 * @param response from when a request or message was meant to be sent
 * @param service from when it was sent
 */
public record Latencies(ResponseTimes response, ResponseTimes service) {

    public static final Latencies NONE = new Latencies(ResponseTimes.NONE, ResponseTimes.NONE);
}
