package io.ceiling.reference.nginx;

import java.nio.file.Path;
import java.util.Map;

/**
 * The configuration of an nginx that serves channels by nchan and asks this process for everything else.
 *
 * @param module file of the module nchan
 * @param folder folder for everything that nginx writes
 * @param user user of the workers if root starts nginx; empty for any other user
 * @param worker size of each worker
 * @param listen socket on which nginx takes connections
 * @param contextPath path before all others, {@code ""} or {@code "/name"}
 * @param behind port of this process on 127.0.0.1
 */
record NginxConf(Path module, Path folder, String user, Workers worker, Listen listen, String contextPath, int behind) {

    /** Path at which this process publishes; its query names the channel. */
    static final String PUBLISH = "/publish?channel=";
    /** Path of nchan's status. */
    static final String STATUS = "/status";

    private static final String PID_FILE = "nginx.pid";
    private static final String SOCKET = "nchan.sock";

    private static final String TEXT =
            """
            load_module @module@;
            @user@
            worker_processes @workers@;
            daemon off;
            pid @pid@;
            error_log stderr error;
            events {
              worker_connections @connections@;
            }
            http {
              access_log off;
              client_body_temp_path @folder@;
              proxy_temp_path @folder@;
              fastcgi_temp_path @folder@;
              uwsgi_temp_path @folder@;
              scgi_temp_path @folder@;
              # The longest message, so that none goes through a file.
              client_body_buffer_size 128k;
              # Neither a client that is idle nor the publisher is disconnected.
              keepalive_timeout 365d;
              keepalive_requests 2000000000;
              nchan_shared_memory_size @memory@;
              upstream behind {
                server 127.0.0.1:@behind@;
                keepalive 1;
                keepalive_timeout 365d;
                keepalive_requests 2000000000;
              }
              server {
                listen @listen@ backlog=@backlog@;
                location = @context@/channels {
                  nchan_subscriber websocket;
                  nchan_channel_id $arg_channel;
                  nchan_subscriber_first_message newest;
                  nchan_subscriber_timeout 0;
                  nchan_websocket_ping_interval 0;
                }
                location / {
                  proxy_pass http://behind;
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                }
              }
              server {
                listen unix:@socket@;
                location = /publish {
                  nchan_publisher http;
                  nchan_channel_id $arg_channel;
                  # With none, nchan keeps each message for ten seconds.
                  nchan_message_buffer_length 1;
                }
                location = /status {
                  nchan_stub_status;
                }
              }
            }
            """;

    /**
     * The size of the workers.
     *
     * @param count number of worker processes
     * @param connections connections of each one
     * @param sharedMemoryBytes memory in which all keep channels and messages
     */
    record Workers(int count, long connections, long sharedMemoryBytes) {}

    /**
     * The socket on which nginx takes connections.
     *
     * @param address address in digits
     * @param backlog length of the listen queue
     */
    record Listen(String address, int port, int backlog) {

        String hostAndPort() {
            return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
        }
    }

    /** Returns the file in which nginx writes the id of its master process. */
    Path pidFile() {
        return folder.resolve(PID_FILE);
    }

    /** Returns the Unix socket of the locations that only this process requests. */
    Path socket() {
        return folder.resolve(SOCKET);
    }

    String text() {
        Map<String, String> values = Map.ofEntries(
                Map.entry("module", quoted(module)),
                Map.entry("user", user.isEmpty() ? "" : "user " + user + ";"),
                Map.entry("workers", Integer.toString(worker.count())),
                Map.entry("pid", quoted(pidFile())),
                Map.entry("connections", Long.toString(worker.connections())),
                Map.entry("folder", quoted(folder.resolve("temp"))),
                Map.entry("memory", Long.toString(worker.sharedMemoryBytes())),
                Map.entry("socket", socket().toString()),
                Map.entry("behind", Integer.toString(behind)),
                Map.entry("listen", listen.hostAndPort()),
                Map.entry("backlog", Integer.toString(listen.backlog())),
                Map.entry("context", contextPath));
        String text = TEXT;
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("@" + value.getKey() + "@", value.getValue());
        }
        return text;
    }

    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
