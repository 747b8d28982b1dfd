package io.ceiling.harness.report;

import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Texts in the form that CI servers read as JUnit's; a pure function. */
public final class JUnitXml {

    private JUnitXml() {}

    /** How a test ended that did not pass. */
    public enum Kind {
        /** What was tested is not so. */
        FAILURE("failure"),
        /** It could not be tested. */
        ERROR("error");

        private final String element;

        Kind(String element) {
            this.element = element;
        }
    }

    /** Why a test did not pass. */
    public record Problem(Kind kind, String message) {}

    /**
     * One test.
     *
     * @param group what CI servers take for its class
     * @param problem empty if it passed
     */
    public record Case(String group, String name, Optional<Problem> problem) {}

    /** Tests that belong together. */
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

    /** A whole file. */
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

    /** XML has no control characters, not even escaped ones. */
    private static String clean(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", "?");
    }
}
