package io.ceiling.harness.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads Maven's toolchains.xml with an XML parser that accesses no other files. */
final class Toolchains {

    private Toolchains() {}

    /** Returns the content of the {@code jdkHome} elements; empty if the file does not exist or cannot be read. */
    static List<Path> jdkHomes(Path file) {
        if (!Files.isReadable(file)) {
            return List.of();
        }
        List<Path> homes = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            Document document = builder().parse(in);
            NodeList elements = document.getElementsByTagName("jdkHome");
            for (int i = 0; i < elements.getLength(); i++) {
                String text = elements.item(i).getTextContent().strip();
                if (!text.isEmpty()) {
                    homes.add(Path.of(text));
                }
            }
        } catch (IOException | SAXException | ParserConfigurationException e) {
            // Maven itself reports errors in its file; JDKs from other places suffice here.
            return List.of();
        }
        return homes;
    }

    private static DocumentBuilder builder() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setExpandEntityReferences(false);
        DocumentBuilder builder = factory.newDocumentBuilder();
        // The default handler prints to standard error.
        builder.setErrorHandler(new DefaultHandler());
        return builder;
    }
}
