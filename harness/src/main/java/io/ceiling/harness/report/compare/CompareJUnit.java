package io.ceiling.harness.report.compare;

import io.ceiling.harness.report.compare.Comparison.Line;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A comparison as JUnit XML: a test for each figure, failed if it crossed a threshold; a pure function. */
public final class CompareJUnit {

    private CompareJUnit() {}

    /** A file of several suites. */
    public static String file(List<String> suites) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + String.join("\n", suites)
                + "\n</testsuites>\n";
    }

    /** One comparison. */
    public static String suite(String name, Comparison comparison, List<Threshold> thresholds) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", clean(name));
            xml.writeAttribute("tests", Integer.toString(comparison.lines().size()));
            xml.writeAttribute(
                    "failures", Integer.toString(crossed(comparison, thresholds).size()));
            for (Line line : comparison.lines()) {
                test(xml, line, thresholds);
            }
            xml.writeEndElement();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a string takes every character: " + e.getMessage(), e);
        }
        return text.toString();
    }

    private static void test(XMLStreamWriter xml, Line line, List<Threshold> thresholds) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(line.scenario()));
        xml.writeAttribute("name", line.metric().label());
        if (thresholds.stream().anyMatch(threshold -> threshold.isCrossedBy(line))) {
            xml.writeEmptyElement("failure");
            String change = String.format(
                    Locale.ROOT, "%.0f, then %.0f: %+.1f %%", line.before(), line.after(), line.change() * 100);
            xml.writeAttribute("message", "%s; %s".formatted(change, line.why()));
        }
        xml.writeEndElement();
    }

    /** The lines that crossed one of the thresholds. */
    public static List<Line> crossed(Comparison comparison, List<Threshold> thresholds) {
        return comparison.lines().stream()
                .filter(line -> thresholds.stream().anyMatch(threshold -> threshold.isCrossedBy(line)))
                .toList();
    }

    /** XML has no control characters, not even escaped ones. */
    private static String clean(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", "?");
    }
}
