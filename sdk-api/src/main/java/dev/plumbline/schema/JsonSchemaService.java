package dev.plumbline.schema;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Generates, checks, adapts and validates JSON Schemas. Thread-safe; the schema of a type is generated once, and compiled
 * schemas are cached by the hash of their canonical form. Nothing is ever fetched.
 */
public interface JsonSchemaService {

    /**
     * Returns the schema of a record, enum, scalar, list, map or {@code TypeRef.type()}: members in declared order, all
     * required except {@code Optional} ones, no other members allowed.
     *
     * @throws IllegalArgumentException names the component it cannot describe, or a record whose package is not open
     *     to data binding, with the line for {@code module-info.java}
     */
    Json schemaOf(Type type);

    /**
     * Returns the schema of an object with these members: the parameters of a tool method.
     *
     * @throws IllegalArgumentException names the member it cannot describe
     */
    Json schemaOf(List<Member> members);

    /** Returns the schema of a list of these elements. */
    default Json listOf(Class<?> element) {
        return schemaOf(TypeRef.listOf(element).type());
    }

    /**
     * Returns the schema of a string that is one of these words, in that order.
     *
     * @throws IllegalArgumentException without words, or with one given twice
     */
    static Json oneOf(List<String> words) {
        if (words.isEmpty() || Set.copyOf(words).size() < words.size()) {
            throw new IllegalArgumentException("a choice needs at least one word, and no word twice");
        }
        return Json.object().with("type", "string").with("enum", words);
    }

    /** Checks whether this schema is valid and supported; findings have paths in the schema. */
    ValidationResult check(Json schema);

    /**
     * Validates a value; findings have paths and codes, never values or unknown names.
     *
     * @throws IllegalArgumentException if the schema itself is invalid, with the findings of {@link #check}
     */
    ValidationResult validate(Json schema, Json value);

    /**
     * Returns what is wrong with a value as a sentence with paths and codes, without the value; empty if it fits.
     *
     * @throws IllegalArgumentException if the schema itself is invalid, with the findings of {@link #check}
     */
    default Optional<String> fault(Json schema, Json value) {
        ValidationResult found = validate(schema, value);
        return found.isOk()
                ? Optional.empty()
                : Optional.of("the answer does not fit: "
                        + found.findings().stream()
                                .map(each -> (each.path().isEmpty() ? "/" : each.path()) + " " + each.code()
                                        + (each.allowed().isEmpty() ? "" : " " + each.allowed()))
                                .collect(Collectors.joining(", ")));
    }

    /**
     * Sets the schema as the body's output schema if it is valid; otherwise the body stays as it was. Never throws.
     *
     * @return the findings of {@link #check}; attached if {@link ValidationResult#isOk}
     */
    default ValidationResult attachIfValid(AiBody.Builder body, Json schema) {
        ValidationResult found = check(schema);
        if (found.isOk()) {
            body.outputSchema(schema);
        }
        return found;
    }

    /** Returns the schema in the dialect of a provider; itself if the provider needs no change. */
    Json wrap(Json schema, SchemaDialect dialect);

    /** Converts an answer to the wrapped schema back to the original shape; {@code schema} is the unwrapped one. */
    Json unwrap(Json answer, Json schema, SchemaDialect dialect);

    /**
     * Returns the value without the nulls that stand for missing optional members; a null that the schema itself allows
     * stays. Models write null where a member may be missing.
     */
    default Json withoutOptionalNulls(Json value, Json schema) {
        return unwrap(value, schema, SchemaDialect.NULL_MEANS_MISSING);
    }

    /**
     * Returns what a value that does not fit was meant to be, where that is certain: without nulls that stand for missing
     * members, with {@code "5"}, {@code "true"} and {@code "[1]"} read as JSON where the schema has another type than a
     * string, and with one element as a list of one. It may still not fit.
     */
    default Json asMeant(Json value, Json schema) {
        return withoutOptionalNulls(value, schema);
    }

    /**
     * The features of JSON Schema that a provider supports. Data, supplied by the provider.
     *
     * @param name the name of the dialect, e.g. {@code openai}
     * @param objectRootOnly whether an answer must be an object
     * @param allRequired whether every member must be required, so that optional ones become nullable
     * @param mapsAsPairs whether objects whose names are data become lists of pairs of {@code key} and {@code value}
     * @param unsupported keywords that it refuses; they are moved to the description
     */
    record SchemaDialect(
            String name, boolean objectRootOnly, boolean allRequired, boolean mapsAsPairs, Set<String> unsupported) {
        /** The dialect that supports all of JSON Schema. */
        public static final SchemaDialect PLAIN = new SchemaDialect("plain", false, false, Set.of());

        /** The dialect in which optional members may be null; see {@link JsonSchemaService#withoutOptionalNulls}. */
        static final SchemaDialect NULL_MEANS_MISSING = new SchemaDialect("nullable", false, true, Set.of());

        /** The attribute from which the policies of a call learn how its provider changes schemas. */
        public static final TypedKey<SchemaDialect> KEY = TypedKey.of("plumbline.schema-dialect", SchemaDialect.class);

        public SchemaDialect {
            unsupported = Set.copyOf(unsupported);
        }

        /** Creates the dialect of a provider that supports maps. */
        public SchemaDialect(String name, boolean objectRootOnly, boolean allRequired, Set<String> unsupported) {
            this(name, objectRootOnly, allRequired, false, unsupported);
        }
    }

    /**
     * One member of an object.
     *
     * @param name its name
     * @param type its type
     * @param description the description for the model; empty for none
     * @param required whether it must be present
     */
    record Member(String name, Type type, String description, boolean required) {}

    /**
     * An image in an answer or a tool result, as a type for output schemas.
     *
     * @param source its address: {@code https:}, or {@code data:} with the image in base64; the SDK fetches nothing
     * @param mediaType for example {@code image/png}
     * @param description its content; the prompt in the provider's own text, if the provider changed it
     */
    record ImageResult(URI source, String mediaType, Optional<String> description) {
        public ImageResult {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(mediaType, "mediaType");
            Objects.requireNonNull(description, "description");
        }

        /** Returns kind and length only, because an address may be the image itself. */
        @Override
        public String toString() {
            return "ImageResult[" + mediaType + ", " + source.toString().length() + " characters]";
        }
    }
}
