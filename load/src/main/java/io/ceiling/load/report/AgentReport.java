package io.ceiling.load.report;

import java.io.Serializable;

/**
 * The state of one agent.
 *
 * @param pid of its process
 * @param transport name of the way in which it uses sockets
 */
public record AgentReport(long pid, String transport, Counts counts, AgentProcess process)
        implements Counted, Serializable {

    private static final long serialVersionUID = 1;
}
