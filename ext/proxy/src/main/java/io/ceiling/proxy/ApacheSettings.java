package io.ceiling.proxy;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.scenario.LimitingFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of requests that an Apache serves at once, from the configuration that its command line names or the usual one.
 * When it is reached, the error log says so once.
 */
final class ApacheSettings {

    private static final List<Path> DEFAULT =
            List.of(Path.of("/etc/apache2/apache2.conf"), Path.of("/etc/httpd/conf/httpd.conf"));
    private static final Set<String> WORKERS = Set.of("maxrequestworkers", "maxclients");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final int MAX_NESTED = 5;
    private static final int MAX_FILES = 10_000;

    private final List<ProxyLimitUse> uses = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private Optional<Path> log = Optional.empty();
    private int files;

    // Environment of the process, for Debian's ErrorLog ${APACHE_LOG_DIR}/error.log.
    private final Map<String, String> variables;

    private ApacheSettings(Map<String, String> variables) {
        this.variables = variables;
    }

    static ProxySettings of(Path proc, ProxyProcesses processes) {
        List<String> words = ProxyFiles.commandLine(proc, processes.master());
        Optional<Path> root = ProxyFiles.option(words, "-d").flatMap(ProxyFiles::path);
        Optional<Path> file = !ProxyFiles.sharesOurFiles(proc, processes.master())
                ? Optional.empty()
                : ProxyFiles.option(words, "-f")
                        .flatMap(ProxyFiles::path)
                        .map(named -> root.map(folder -> folder.resolve(named)).orElse(named))
                        .or(() -> DEFAULT.stream().filter(Files::isRegularFile).findFirst());
        return of(file, root, variables(proc.resolve(Long.toString(processes.master()))));
    }

    private static Map<String, String> variables(Path process) {
        Map<String, String> variables = new HashMap<>();
        for (String variable :
                ProxyFiles.text(process.resolve("environ")).orElse("").split("\0", -1)) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                variables.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return variables;
    }

    // Returns the text with the values of its variables; empty if one is not known.
    private Optional<String> resolved(String text) {
        Matcher variable = VARIABLE.matcher(text);
        return variable.results().allMatch(found -> variables.containsKey(found.group(1)))
                ? Optional.of(variable.replaceAll(
                        found -> Matcher.quoteReplacement(variables.getOrDefault(found.group(1), ""))))
                : Optional.empty();
    }

    /** Reads a configuration and the files that it includes. */
    static ProxySettings of(Optional<Path> file, Optional<Path> root, Map<String, String> variables) {
        ApacheSettings settings = new ApacheSettings(variables);
        file.ifPresent(conf -> settings.read(conf, root.orElse(folderOf(conf)), 0));
        List<String> blind = new ArrayList<>();
        if (settings.uses.isEmpty()) {
            blind.add("MaxRequestWorkers of apache (not set in %s)"
                    .formatted(file.map(Path::toString).orElse("any file that can be read")));
        }
        Optional<Path> log = settings.log.filter(Files::isRegularFile).filter(Files::isReadable);
        if (log.isEmpty()) {
            blind.add("apache's error log");
        }
        return new ProxySettings(settings.lines, blind, log, (now, front, upstream) -> List.copyOf(settings.uses));
    }

    private static Path folderOf(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? file : folder;
    }

    private void read(Path file, Path root, int depth) {
        Optional<String> settings = files++ < MAX_FILES ? ProxyFiles.text(file) : Optional.empty();
        boolean ofSite = false;
        for (String line : settings.map(text -> text.lines().toList()).orElse(List.of())) {
            String[] words = ProcFiles.words(line.strip());
            String section = words.length == 0 ? "" : words[0].toLowerCase(Locale.ROOT);
            // The log of a site has no line about the server's own limits.
            ofSite = section.startsWith("<virtualhost") || (ofSite && !section.startsWith("</virtualhost"));
            if (words.length < 2 || words[0].startsWith("#")) {
                continue;
            }
            String name = words[0].toLowerCase(Locale.ROOT);
            String value = words[1].replace("\"", "");
            if (WORKERS.contains(name) && ProcFiles.number(value) > 0) {
                uses.clear();
                uses.add(new ProxyLimitUse(
                        LimitingFactor.PROXY_MAX_CONNECTIONS,
                        "MaxRequestWorkers",
                        "the server",
                        Observation.NOT_SEEN,
                        Limit.of(ProcFiles.number(value)),
                        Observation.NOT_SEEN));
                lines.clear();
                lines.add("MaxRequestWorkers %s (%s)".formatted(value, file));
            } else if (name.equals("errorlog") && !ofSite && !value.startsWith("|")) {
                log = resolved(value).map(root::resolve);
            } else if (name.startsWith("include") && depth < MAX_NESTED) {
                ProxyFiles.included(root.resolve(value)).forEach(each -> read(each, root, depth + 1));
            }
        }
    }
}
