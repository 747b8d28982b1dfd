package io.ceiling.harness.matrix;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.ceiling.harness.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reads a matrix from YAML: one mapping of dimensions to a value or a list of values, or a sequence of such mappings.
 * The key {@code preset} names a preset that the other keys narrow and change, and whose ramp is used; the default ramp
 * is that of quick.
 *
 * <p>It reads tokens instead of a tree, because only tokens know their line and column.
 */
public final class MatrixFile {

    private static final String PRESET = "preset";
    private static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private final int nofileHard;
    private final YAMLParser parser;
    private final List<Grid> grids = new ArrayList<>();
    private Optional<Preset> rampPreset = Optional.empty();

    private MatrixFile(Path file, int nofileHard, YAMLParser parser) {
        this.file = file;
        this.nofileHard = nofileHard;
        this.parser = parser;
    }

    /**
     * Returns the matrix in that file. Blocks for disk I/O.
     *
     * @throws IllegalArgumentException if it is wrong; the message is one line with the file, line, column, the error
     *     and what is allowed
     */
    public static Matrix read(Path file, int nofileHard) {
        String text = text(file);
        // Syntax is checked first: a missing bracket leads to wrong values, and a message about these
        // would be misleading.
        try (YAMLParser syntax = new YAMLFactory().createParser(text);
                YAMLParser parser = new YAMLFactory().createParser(text)) {
            while (syntax.nextToken() != null) {
                // The tokens of this pass are not needed.
            }
            MatrixFile reader = new MatrixFile(file, nofileHard, parser);
            reader.readAll();
            return new Matrix(nameOf(file), reader.grids, reader.rampPreset.orElse(Preset.QUICK));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(notYaml(file, e), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String text(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new IllegalArgumentException("%s cannot be read: it is a folder".formatted(file));
            }
            try (InputStream in = Files.newInputStream(file)) {
                // Not by its size: a device reports none and may never end.
                byte[] bytes = in.readNBytes(MAX_BYTES + 1);
                if (bytes.length > MAX_BYTES) {
                    throw new IllegalArgumentException(
                            "%s is too long, a matrix file may have %d bytes".formatted(file, MAX_BYTES));
                }
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            }
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("%s cannot be read: there is no such file".formatted(file), e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("%s cannot be read: it is not UTF-8 text".formatted(file), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private void readAll() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                readMapping();
            }
        } else {
            readMapping();
        }
        if (grids.isEmpty()) {
            throw error("no cells in this file");
        }
        if (parser.nextToken() != null) {
            throw error("a second document is not allowed");
        }
    }

    private void readMapping() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw error("expected a mapping such as 'workload: websocket'");
        }
        Map<Dimension, List<String>> given = new EnumMap<>(Dimension.class);
        Optional<Preset> preset = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            if (key.equals(PRESET)) {
                parser.nextToken();
                preset = Optional.of(preset(scalar(key)));
            } else {
                Dimension dimension = dimension(key);
                if (given.put(dimension, values(dimension)) != null) {
                    throw error("'%s' is given twice".formatted(key));
                }
            }
        }
        Preset ramp = preset.orElse(Preset.QUICK);
        if (rampPreset.filter(other -> other != ramp).isPresent()) {
            throw error("preset must be the same in all mappings, because it also sets the ramp, was %s and %s"
                    .formatted(rampPreset.get().label(), ramp.label()));
        }
        rampPreset = Optional.of(ramp);
        Matrix base = preset.map(chosen -> chosen.matrix(nofileHard))
                .orElseGet(() -> new Matrix(nameOf(file), List.of(Grid.DEFAULTS), ramp));
        try {
            grids.addAll(base.narrow(given).grids());
        } catch (IllegalArgumentException e) {
            throw error(String.valueOf(e.getMessage()));
        }
    }

    private Dimension dimension(String key) {
        return Arrays.stream(Dimension.values())
                .filter(dimension -> dimension.label().equals(key))
                .findFirst()
                .orElseThrow(() -> error("unknown key '%s', allowed are %s, %s"
                        .formatted(
                                key,
                                PRESET,
                                Arrays.stream(Dimension.values())
                                        .map(Dimension::label)
                                        .collect(Collectors.joining(", ")))));
    }

    private Preset preset(String label) {
        try {
            return Preset.of(PRESET, label);
        } catch (IllegalArgumentException e) {
            throw error(String.valueOf(e.getMessage()));
        }
    }

    private List<String> values(Dimension dimension) throws IOException {
        List<String> values = new ArrayList<>();
        if (parser.nextToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                values.addAll(value(dimension));
            }
            if (values.isEmpty()) {
                throw error("%s must have at least one value".formatted(dimension.label()));
            }
        } else {
            values.addAll(value(dimension));
        }
        return values.stream().distinct().toList();
    }

    private List<String> value(Dimension dimension) throws IOException {
        String text = scalar(dimension.label());
        try {
            return dimension.parse(dimension.label(), List.of(text));
        } catch (IllegalArgumentException e) {
            throw error(String.valueOf(e.getMessage()));
        }
    }

    private String scalar(String key) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw error("%s must be a value or a list of values".formatted(key));
        }
        return parser.getText();
    }

    private IllegalArgumentException error(String message) {
        return new IllegalArgumentException(
                "%s%s: %s".formatted(file, position(parser.currentTokenLocation()), OneLine.of(message)));
    }

    private static String position(JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : ":%d:%d".formatted(location.getLineNr(), location.getColumnNr());
    }

    // Returns the message for a syntax error with the position of its cause: Jackson's own position is that of the
    // token before.
    private static String notYaml(Path file, JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            return "%s:%d:%d: not YAML: %s"
                    .formatted(
                            file,
                            marked.getProblemMark().getLine() + 1,
                            marked.getProblemMark().getColumn() + 1,
                            OneLine.of(marked.getProblem()));
        }
        return "%s%s: not YAML: %s"
                .formatted(
                        file,
                        position(e.getLocation()),
                        OneLine.of(e.getOriginalMessage().lines().findFirst().orElse("")));
    }

    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
