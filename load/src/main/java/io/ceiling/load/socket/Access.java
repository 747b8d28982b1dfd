package io.ceiling.load.socket;

import java.io.Serializable;

/**
 * How to get in to a server that the harness did not start.
 *
 * @param serverName as in its URL: for the Host header and for the check of its certificate
 * @param tls whether it speaks TLS
 * @param unchecked whether any certificate will do
 * @param headers further header lines of every request, each ended by CR LF
 */
public record Access(String serverName, boolean tls, boolean unchecked, String headers) implements Serializable {

    private static final long serialVersionUID = 1;
}
