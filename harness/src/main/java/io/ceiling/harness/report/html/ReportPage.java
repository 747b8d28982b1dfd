package io.ceiling.harness.report.html;

import io.ceiling.harness.report.html.chart.Phrases;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the page of one run: a single file without references to others. The headline is HTML, so that it is visible
 * before any script runs, or if none does; the rest is data that the page's scripts draw. A pure function.
 */
final class ReportPage {

    // Content security policy: nothing is loaded, and no script runs except the page's own.
    private static final String POLICY =
            "default-src 'none'; script-src %s; style-src %s; img-src data:; base-uri 'none'; form-action 'none'";

    // The common functions and the charts of the core, in the order in which they run.
    private static final List<String> OF_THE_CORE = List.of(
            "echarts.min.js",
            "script/toolkit.js",
            "script/tables.js",
            "script/bars.js",
            "script/ceilings.js",
            "script/peers.js",
            "script/memory.js",
            "script/times.js",
            "script/messages.js");

    // Draws what the others have.
    private static final String LAST = "script/page.js";

    private ReportPage() {}

    static String of(ReportModel model) {
        String style = Asset.read("report.css");
        List<String> scripts = scripts();
        Headline headline = model.headline();
        return Html.fill(
                Asset.read("report.html"),
                Map.ofEntries(
                        Map.entry("policy", POLICY.formatted(hashes(scripts), Html.hash(style))),
                        Map.entry("title", Html.escape(model.run())),
                        Map.entry("style", style),
                        Map.entry("tone", Html.escape(headline.tone())),
                        Map.entry("captured", Html.escape(captured(model))),
                        Map.entry("expectations", expectations(model.appendix().expectations())),
                        Map.entry("sentence", text(headline.sentence())),
                        Map.entry("detail", text(headline.detail())),
                        Map.entry(
                                "figures",
                                headline.figures().stream()
                                        .map(ReportPage::figure)
                                        .collect(Collectors.joining())),
                        Map.entry("data", Html.json(model)),
                        Map.entry("scripts", tables(model) + elements(scripts))));
    }

    /** Returns the texts of all scripts in the order in which they run: those of the core, of the parts, and of the page. */
    static List<String> scripts() {
        return Stream.of(
                        OF_THE_CORE.stream().map(Asset::script),
                        ReportPart.ALL.stream().flatMap(part -> part.script().stream()
                                .map(name -> Asset.script(part.getClass(), name))),
                        Stream.of(Asset.script(LAST)))
                .flatMap(each -> each)
                .toList();
    }

    private static String hashes(List<String> scripts) {
        return scripts.stream().map(Html::hash).collect(Collectors.joining(" "));
    }

    private static String elements(List<String> scripts) {
        return scripts.stream().map(script -> "<script>" + script + "</script>").collect(Collectors.joining("\n"));
    }

    private static String tables(ReportModel model) {
        StringBuilder blocks = new StringBuilder();
        for (int i = 0; i < model.appendix().tables().size(); i++) {
            blocks.append("<script type=\"application/json\" id=\"table-%d\">".formatted(i))
                    .append(Html.json(model.appendix().tables().get(i).csv()))
                    .append("</script>\n");
        }
        return blocks.toString();
    }

    private static String captured(ReportModel model) {
        String at = model.capturedAt().replace('T', ' ').replaceFirst(":\\d\\d(\\.\\d+)?Z$", " UTC");
        return at.isEmpty() ? model.run() : "%s · %s".formatted(model.run(), at);
    }

    // Returns the expectations of a run as the first section; empty if it had none.
    private static String expectations(List<ExpectationOutcome> all) {
        long kept = all.stream().filter(ExpectationOutcome::isMet).count();
        return all.isEmpty()
                ? ""
                : """
                <section class="expectations" aria-labelledby="expectations"><h2 id="expectations">%s of %s kept</h2><ul>
                %s</ul></section>
                """
                        .formatted(
                                Phrases.count(kept),
                                Phrases.count(all.size(), "expectation"),
                                all.stream().map(ReportPage::expectation).collect(Collectors.joining()));
    }

    private static String expectation(ExpectationOutcome one) {
        return """
                <li><span class="tag" data-verdict="%s">%s</span> <code>%s</code> %s</li>
                """
                .formatted(
                        one.isMet() ? "passed" : "failed",
                        one.isMet() ? "kept" : "missed",
                        Html.escape(one.text()),
                        text(one.outcome()));
    }

    private static String figure(Headline.Figure figure) {
        return """
                <div><dd class="value">%s</dd><dt>%s</dt><dd class="note">%s</dd></div>
                """
                .formatted(text(figure.value()), text(figure.label()), text(figure.note()));
    }

    // Escapes text and keeps in one line a number with its groups of three digits and its unit, and an option such as
    // -n.
    private static String text(String text) {
        return Html.escape(text)
                .replaceAll("(?<=\\d) (?=\\d{3}\\b|[KMG]iB|ms\\b|s\\b|%)", "\u00a0")
                .replaceAll("(?<=[ (])(-{1,2}[A-Za-z][\\w-]*)", "<span class=\"option\">$1</span>");
    }
}
