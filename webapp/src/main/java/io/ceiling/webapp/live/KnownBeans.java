package io.ceiling.webapp.live;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * MBeans of connectors, each with the attributes that matter for a ceiling.
 *
 * <p>This is a list of what is shown, not of what is hidden, because Tomcat's connectors also have secrets as
 * attributes.
 *
 * @param title heading on the page
 * @param pattern pattern of the object names
 * @param attributes meaning of each attribute by name, in the order of the page
 */
record KnownBeans(String title, String pattern, Map<String, String> attributes) {

    static final List<KnownBeans> ALL = List.of(
            new KnownBeans(
                    "Connector, read by Ceiling's own server",
                    "io.ceiling:type=Container",
                    attributes(
                            "MaxConnections", "connections accepted at once; -1 no limit",
                            "MaxThreads", "threads of the request pool; -1 virtual threads",
                            "PoolThreads", "threads in the pool now",
                            "BusyThreads", "of these, the ones in a request",
                            "ConnectionCount", "connections open now",
                            "QueuedRequests", "requests that wait for a thread")),
            new KnownBeans(
                    "Tomcat thread pool and endpoint",
                    "*:type=ThreadPool,*",
                    attributes(
                            "maxThreads", "requests served at once, one thread each",
                            "minSpareThreads", "threads kept without work",
                            "currentThreadCount", "threads in the pool now",
                            "currentThreadsBusy", "of these, the ones in a request",
                            "useVirtualThreads", "a virtual thread for each request; maxThreads has no meaning then",
                            "maxConnections", "connections accepted at once; -1 no limit",
                            "connectionCount", "connections open now",
                            "acceptCount", "connections that wait in the kernel to be accepted",
                            "connectionTimeout", "ms until a client that sends nothing is closed; -1 never",
                            "keepAliveTimeout", "ms until an idle connection is closed; -1 never",
                            "maxKeepAliveRequests", "requests a connection may carry; -1 no limit",
                            "tcpNoDelay", "small writes are sent at once")),
            new KnownBeans(
                    "Tomcat protocol handler",
                    "*:type=ProtocolHandler,*",
                    attributes(
                            "maxHttpHeaderSize", "bytes of a request's or an answer's headers",
                            "maxHttpRequestHeaderSize", "buffer of a request's headers, bytes",
                            "maxHttpResponseHeaderSize", "buffer of an answer's headers, bytes",
                            "processorCache", "processors kept for later requests",
                            "compression", "whether answers are compressed")),
            new KnownBeans(
                    "Tomcat connector",
                    "*:type=Connector,*",
                    attributes(
                            "protocolHandlerClassName", "which connector this is",
                            "protocol", "protocol",
                            "localPort", "port",
                            "port", "port that was asked for",
                            "scheme", "scheme",
                            "maxParameterCount", "parameters of a request",
                            "maxPostSize", "bytes of a form")),
            new KnownBeans(
                    "Tomcat socket buffers",
                    "*:type=SocketProperties,*",
                    attributes(
                            "appReadBufSize", "bytes held by each connection for reading",
                            "appWriteBufSize", "bytes held by each connection for writing",
                            "bufferPool", "buffers kept for later connections",
                            "directBuffer", "whether these are outside the heap",
                            "soTimeout", "ms until a read is given up",
                            "rxBufSize", "the kernel's receive buffer, bytes",
                            "txBufSize", "the kernel's send buffer, bytes")),
            new KnownBeans(
                    "Jetty thread pool",
                    "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                    attributes(
                            "maxThreads", "threads at once, acceptors and selectors included",
                            "minThreads", "threads kept without work",
                            "threads", "threads in the pool now",
                            "utilizedThreads", "of these, the ones in a request",
                            "queueSize", "tasks that wait for a thread",
                            "reservedThreads", "threads kept to go on with a connection; -1 chosen by Jetty",
                            "idleTimeout", "ms until a thread without work ends")),
            new KnownBeans(
                    "Jetty connector",
                    "org.eclipse.jetty.server:type=serverconnector,*",
                    attributes(
                            "defaultProtocol", "protocol",
                            "localPort", "port",
                            "acceptQueueSize", "connections that wait in the kernel to be accepted; 0 the JDK's 50",
                            "acceptors", "threads that accept",
                            "idleTimeout", "ms until an idle connection is closed; 0 or less never",
                            "acceptedTcpNoDelay", "small writes are sent at once")),
            new KnownBeans(
                    "Jetty connection limit",
                    "org.eclipse.jetty.server:type=networkconnectionlimit,*",
                    attributes(
                            "maxNetworkConnectionCount", "connections accepted at once",
                            "networkConnectionCount", "connections open now")),
            new KnownBeans(
                    "Jetty HTTP configuration",
                    "org.eclipse.jetty.server:type=httpconfiguration,*",
                    attributes(
                            "inputBufferSize", "bytes for reading a request, pooled",
                            "outputBufferSize", "bytes for writing an answer, pooled",
                            "outputAggregationSize", "bytes gathered before a write",
                            "requestHeaderSize", "most bytes of a request's headers",
                            "responseHeaderSize", "buffer of an answer's headers, bytes",
                            "headerCacheSize", "nodes of each connection's cache of headers",
                            "persistentConnectionsEnabled", "keep-alive")));

    private static Map<String, String> attributes(String... namesAndMeanings) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < namesAndMeanings.length; i += 2) {
            attributes.put(namesAndMeanings[i], namesAndMeanings[i + 1]);
        }
        return attributes;
    }
}
