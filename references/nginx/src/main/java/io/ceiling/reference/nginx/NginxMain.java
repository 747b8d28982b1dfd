package io.ceiling.reference.nginx;

import io.ceiling.container.ServerMain;
import java.util.Arrays;

/** Main class of the process that starts an nginx with nchan and ends with it. */
public final class NginxMain {

    private static final String GAUGES = "--gauges=";

    private NginxMain() {}

    public static void main(String[] arguments) {
        // The connection that nginx keeps to this process must not be closed when it is idle.
        System.setProperty("sun.net.httpserver.idleInterval", Integer.toString(Integer.MAX_VALUE / 1000));
        Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(GAUGES))
                .forEach(argument -> System.setProperty("ceiling.gauges", argument.substring(GAUGES.length())));
        String[] ofServer = Arrays.stream(arguments)
                .filter(argument -> !argument.startsWith(GAUGES))
                .toArray(String[]::new);
        ServerMain.run(new NginxServer(), ofServer);
    }
}
