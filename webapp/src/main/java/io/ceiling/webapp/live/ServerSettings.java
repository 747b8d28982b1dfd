package io.ceiling.webapp.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;

/**
 * The answer of {@code /live/settings}.
 *
 * @param server software and hardware of the server, by name
 * @param caps settings of this WAR, by name
 * @param connectors settings that the container reports in its MBeans; empty if it has none
 */
record ServerSettings(Map<String, String> server, Map<String, String> caps, List<Group> connectors) {

    private static final JsonFactory JSON = new JsonFactory();

    /**
     * The settings of one MBean.
     *
     * @param title heading on the page
     * @param bean object name
     * @param settings attributes of the MBean
     */
    record Group(String title, String bean, List<Setting> settings) {}

    /** An attribute of an MBean with its current value and its meaning. */
    record Setting(String name, String value, String meaning) {}

    /** Returns the known attributes of the MBeans of all connectors. */
    static List<Group> connectors(Beans beans) {
        List<Group> groups = new ArrayList<>();
        for (KnownBeans known : KnownBeans.ALL) {
            for (ObjectName name : beans.find(known.pattern())) {
                List<Setting> settings = new ArrayList<>();
                known.attributes().forEach((attribute, meaning) -> {
                    Object value = beans.attribute(name, attribute);
                    if (value instanceof Number || value instanceof Boolean || value instanceof String) {
                        settings.add(new Setting(attribute, value.toString(), meaning));
                    }
                });
                // Other software may have MBeans of the same type.
                if (!settings.isEmpty()) {
                    groups.add(new Group(known.title(), name.getCanonicalName(), settings));
                }
            }
        }
        return groups;
    }

    String toJson() {
        StringWriter text = new StringWriter(4096);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            object(json, "server", server);
            object(json, "caps", caps);
            json.writeArrayFieldStart("connectors");
            for (Group group : connectors) {
                json.writeStartObject();
                json.writeStringField("title", group.title());
                json.writeStringField("bean", group.bean());
                json.writeArrayFieldStart("settings");
                for (Setting setting : group.settings()) {
                    json.writeStartObject();
                    json.writeStringField("name", setting.name());
                    json.writeStringField("value", setting.value());
                    json.writeStringField("meaning", setting.meaning());
                    json.writeEndObject();
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be written", e);
        }
        return text.toString();
    }

    private static void object(JsonGenerator json, String name, Map<String, String> values) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> value : values.entrySet()) {
            json.writeStringField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
    }
}
