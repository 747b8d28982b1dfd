package io.ceiling.harness.expect;

import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Formats test results as the JUnit XML that CI servers read. A pure function. */
public final class JUnitXml {

    private JUnitXml() {}

    /** The kinds of tests that did not pass. */
    public enum Kind {
        /** The tested condition does not hold. */
        FAILURE("failure"),
        /** The condition could not be tested. */
        ERROR("error");

        private final String element;

        Kind(String element) {
            this.element = element;
        }
    }

    /** The reason why a test did not pass. */
    public record Problem(Kind kind, String message) {}

    /**
     * One test.
     *
     * @param group group of the test, which CI servers show as its class
     * @param name name of the test
     * @param problem reason why it did not pass; empty if it did
     */
    public record Case(String group, String name, Optional<Problem> problem) {}

    /** A group of tests with a name. */
    public record Suite(String name, List<Case> cases) {
        public Suite {
            cases = List.copyOf(cases);
        }

        private long count(Kind kind) {
            return cases.stream()
                    .flatMap(test -> test.problem().stream())
                    .filter(problem -> problem.kind() == kind)
                    .count();
        }
    }

    public static String file(List<Suite> suites) {
        StringWriter text = new StringWriter();
        text.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            xml.writeStartElement("testsuites");
            for (Suite suite : suites) {
                write(xml, suite);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a string takes every character: " + e.getMessage(), e);
        }
        return text.append('\n').toString();
    }

    private static void write(XMLStreamWriter xml, Suite suite) throws XMLStreamException {
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", clean(suite.name()));
        xml.writeAttribute("tests", Integer.toString(suite.cases().size()));
        xml.writeAttribute("failures", Long.toString(suite.count(Kind.FAILURE)));
        xml.writeAttribute("errors", Long.toString(suite.count(Kind.ERROR)));
        for (Case test : suite.cases()) {
            write(xml, test);
        }
        xml.writeEndElement();
    }

    private static void write(XMLStreamWriter xml, Case test) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(test.group()));
        xml.writeAttribute("name", clean(test.name()));
        if (test.problem().isPresent()) {
            xml.writeEmptyElement(test.problem().get().kind().element);
            xml.writeAttribute("message", clean(test.problem().get().message()));
        }
        xml.writeEndElement();
    }

    // Replaces control characters, which XML does not allow even when escaped.
    private static String clean(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", "?");
    }
}
