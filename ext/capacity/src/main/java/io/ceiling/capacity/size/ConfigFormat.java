package io.ceiling.capacity.size;

import io.ceiling.container.Connector;
import io.ceiling.harness.scenario.Scenario;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The files in which settings are printed. Every value has a comment with its reason. Text that the harness did not write
 * itself cannot end a comment.
 */
enum ConfigFormat {
    SERVER_XML("server.xml", "Tomcat: conf/server.xml", ConfigFormat::isTomcat, ServerXml::lines),
    PROPERTIES(
            "application.properties",
            "Spring Boot: application.properties",
            scenario -> scenario.connector() != Connector.BIO,
            BootProperties::lines),
    START_D(
            "start.d",
            "Jetty: start.d/ceiling.ini",
            scenario -> scenario.container().equals("jetty"),
            StartD::lines),
    SYSTEMD("systemd", "systemd: SERVICE.service.d/ceiling.conf", scenario -> true, SystemdUnit::lines),
    POD("pod", "Kubernetes: a part of a container of a pod", scenario -> true, PodLimits::lines),
    SYSCTL("sysctl", "kernel: a script for sh, as root on the server's host", scenario -> true, SysctlScript::lines);

    private final String label;
    private final String title;

    // Both are pure functions, which their types do not show.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Predicate<Scenario> fits;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<Sizing, List<String>> lines;

    ConfigFormat(String label, String title, Predicate<Scenario> fits, Function<Sizing, List<String>> lines) {
        this.label = label;
        this.title = title;
        this.fits = fits;
        this.lines = lines;
    }

    private static boolean isTomcat(Scenario scenario) {
        return scenario.container().equals("tomcat");
    }

    /** Returns the name in the option, such as {@code server.xml}. */
    public String label() {
        return label;
    }

    /** Returns a line that says where the text belongs. */
    public String title(Scenario scenario) {
        return this == SERVER_XML && scenario.connector() == Connector.BIO
                ? title.replace("Tomcat:", "Tomcat 8.0, the last with this connector:")
                : title;
    }

    /** Returns the formats that a server takes. */
    public static List<ConfigFormat> of(Scenario scenario) {
        return Arrays.stream(values())
                .filter(format -> format.fits.test(scenario))
                .toList();
    }

    /** Returns the text, line by line. */
    public List<String> lines(Sizing sizing) {
        return lines.apply(sizing);
    }
}
