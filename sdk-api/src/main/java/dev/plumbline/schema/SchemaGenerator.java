package dev.plumbline.schema;

import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Generates JSON Schemas from Java types. Thread-safe; the schema of a type is generated once. */
public interface SchemaGenerator {

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
            throw new IllegalArgumentException("a choice has at least one word, and each once");
        }
        return Json.object().with("type", "string").with("enum", words);
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
