package dev.plumbline.tool;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.schema.SchemaGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A tool as a value: name, description, input and what to do. Made from a lambda or from annotated methods; changed by
 * copies. Immutable, but what its handler does is its own affair.
 */
@Value.Immutable
public sealed interface AiTool permits ImmutableAiTool {

    /**
     * A tool whose input is a record: its components are the arguments, {@code Optional} ones may be missing.
     *
     * @throws IllegalArgumentException for a bad name or a type that is no record
     */
    static <T> AiTool of(String name, String description, Class<T> input, Handler<T> handler) {
        return ToolMaking.ofRecord(name, description, input, handler);
    }

    /**
     * A tool with a schema written by hand, an object's.
     *
     * @throws IllegalArgumentException for a bad name or a schema that is no object
     */
    static AiTool of(String name, String description, Json inputSchema, Handler<Json> handler) {
        return ToolMaking.ofSchema(name, description, inputSchema, handler);
    }

    /**
     * One tool for each {@link Tool} method of the object, private ones too, in the order of their names.
     *
     * @throws IllegalArgumentException names every method at fault, the fault and the way out
     */
    static List<AiTool> from(Object annotated) {
        return AnnotatedTools.scan(annotated);
    }

    /** Unique in a session: 1 to 64 letters, digits, {@code _} and {@code -}. */
    String name();

    /** What it does, for the model. */
    String description();

    /** For selectors, hints included. */
    Set<String> tags();

    /** How long it may run; 30 seconds unless given. */
    @Value.Default
    default Duration timeout() {
        return Duration.ofSeconds(30);
    }

    /** Makes the schema of its input. */
    @Value.Auxiliary
    Input input();

    /** What to do, with the arguments as JSON; they have been validated. */
    @Value.Auxiliary
    Handler<Json> handler();

    /** What the model will see, with its owner. */
    default ToolDefinition definition(SchemaGenerator schemas, String owner) {
        return new ToolDefinition(
                name(), description(), input().schema(schemas), java.util.Optional.empty(), tags(), owner);
    }

    /** A copy with more tags, for selectors. */
    default AiTool withTags(String... tags) {
        return ImmutableAiTool.builder().from(this).addTags(tags).build();
    }

    /** A copy that says it changes nothing. */
    default AiTool withReadOnly() {
        return withTags("read-only");
    }

    /** A copy that says it takes something away. */
    default AiTool withDestructive() {
        return withTags("destructive");
    }

    /** A copy that says twice is as good as once. */
    default AiTool withIdempotent() {
        return withTags("idempotent");
    }

    /** A copy that may run that long. */
    default AiTool withTimeout(Duration timeout) {
        return ImmutableAiTool.copyOf(this).copyTimeout(timeout);
    }

    /**
     * What a tool does. Whatever it returns becomes {@code result}; what it throws becomes {@code error}.
     *
     * @param <T> the type of its input
     */
    @FunctionalInterface
    interface Handler<T> {
        /**
         * Does it.
         *
         * @return anything with a JSON form, a {@code ToolEnvelope}, or null for nothing
         * @throws Exception {@link ToolException} speaks to the model; of anything else it sees the class name only
         */
        @Nullable
        Object call(T input, ToolContext context) throws Exception;
    }

    /** Makes the schema of a tool's input. */
    @FunctionalInterface
    interface Input {
        /** The schema of an object. */
        Json schema(SchemaGenerator schemas);
    }
}
