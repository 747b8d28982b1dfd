package io.ceiling.harness.run;

import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.Hosts;
import io.ceiling.harness.reading.Environment;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** An extra of a request: further hosts on which an extension runs its servers and load agents. */
@FunctionalInterface
public interface OtherHosts {

    /** The option that names the hosts. The hosts execute what it contains, so only the command line may set it. */
    String OPTION = "--hosts";

    /**
     * Starts what the hosts need for a run, and blocks until all have answered. An exception has a message of one line.
     *
     * @param here facts about this host
     * @param home root folder of the project, whose build the hosts must have as well
     * @param out output for a line about each host
     */
    OpenHosts open(HostFacts here, Path home, PrintStream out);

    /** The hosts of a run, until they are closed. */
    interface OpenHosts extends Hosts, AutoCloseable {

        Map<String, Environment> environments();

        /** Logs the output of the hosts to files of a folder from now on. */
        void logTo(Path folder);

        /** Ends all processes that were started on the hosts. */
        @Override
        void close();
    }
}
