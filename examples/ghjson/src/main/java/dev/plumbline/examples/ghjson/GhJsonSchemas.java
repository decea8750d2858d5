package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.jsonschema.JsonSchemas.FormatMode;
import dev.plumbline.schema.JsonSchemaService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The official schemas of GhJSON 1.0, registered by their ids, because they refer to each other. */
public final class GhJsonSchemas {
    private static final String DOCUMENT = "schema/ghjson.schema.json";
    private static final String PATCH = "schema/ghpatch.schema.json";
    private static final List<String> EXTENSIONS = List.of(
            "extensions",
            "gh.button",
            "gh.colorswatch",
            "gh.csharp",
            "gh.filepath",
            "gh.ghpython",
            "gh.ironpython",
            "gh.numberslider",
            "gh.panel",
            "gh.python",
            "gh.scribble",
            "gh.toggle",
            "gh.valuelist",
            "gh.vbscript",
            "smarthopper.state");

    private GhJsonSchemas() {}

    /** Returns a service that knows the schemas; give it to a runtime with {@code schemas(…)}. */
    public static JsonSchemaService service() {
        Map<String, Json> registered = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(DOCUMENT, PATCH),
                        EXTENSIONS.stream().map(name -> "schema/extensions/" + name + ".schema.json"))
                .map(GhJsonSchemas::read)
                .forEach(schema -> registered.put(schema.get("$id").asText(), schema));
        return JsonSchemas.service(registered, FormatMode.CHECKED);
    }

    /** Returns the schema of a document, which is also the output schema of a model's answer. */
    public static Json document() {
        return read(DOCUMENT);
    }

    /** Returns the schema of a patch. */
    public static Json patch() {
        return read(PATCH);
    }

    static Json read(String name) {
        try (InputStream file = GhJsonSchemas.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the schema " + name + " is missing in this jar");
            }
            return Json.parse(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
