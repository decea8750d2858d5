package dev.plumbline.tool;

import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.schema.SchemaGenerator;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
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
        if (!input.isRecord()) {
            throw new IllegalArgumentException("tool " + name + ": the input " + input.getName()
                    + " is no record; its components are the arguments");
        }
        return ImmutableAiTool.builder()
                .name(ToolFactory.named(name))
                .description(description)
                .input(schemas -> schemas.schemaOf(input))
                .handler((json, context) -> handler.call(ToolFactory.bound(json, TypeRef.of(input)), context))
                .build();
    }

    /**
     * A tool with a schema written by hand, an object's.
     *
     * @throws IllegalArgumentException for a bad name or a schema that is no object
     */
    static AiTool of(String name, String description, Json inputSchema, Handler<Json> handler) {
        Json type = inputSchema.get("type");
        if (type.kind() != Json.Kind.STRING || !type.asText().equals("object")) {
            throw new IllegalArgumentException("tool " + name
                    + ": the input schema must say \"type\":\"object\"; its properties are the arguments");
        }
        return ImmutableAiTool.builder()
                .name(ToolFactory.named(name))
                .description(description)
                .input(schemas -> inputSchema)
                .handler(handler)
                .build();
    }

    /**
     * One tool for each {@link Tool} method of the object, private ones too, in the order of their names.
     *
     * @throws IllegalArgumentException names every method at fault, the fault and the remedy
     */
    static List<AiTool> from(Object annotated) {
        return AnnotatedToolScanner.scan(annotated);
    }

    /**
     * The tools of all that can be given where tools are given: objects with {@link Tool} methods, tools, lists of tools.
     *
     * @throws IllegalArgumentException names class, method and fault
     */
    static List<AiTool> allOf(Object... sources) {
        return Stream.of(sources).flatMap(AiTool::toolsOf).toList();
    }

    private static Stream<AiTool> toolsOf(Object source) {
        if (source instanceof AiTool tool) {
            return Stream.of(tool);
        }
        return source instanceof Collection<?> several
                ? several.stream().flatMap(AiTool::toolsOf)
                : from(source).stream();
    }

    /** Unique in a session: 1 to 64 letters, digits, {@code _} and {@code -}. */
    String name();

    /** The description of the tool, for the model. */
    String description();

    /** For selectors, hints included. */
    Set<String> tags();

    /** The time limit of one run; 30 seconds unless given. */
    @Value.Default
    default Duration timeout() {
        return Duration.ofSeconds(30);
    }

    /** The thread it runs on; AUTO unless given. */
    @Value.Default
    default ThreadAffinity affinity() {
        return ThreadAffinity.AUTO;
    }

    /** Tools with the same word never run at the same time; empty for none. */
    @Value.Default
    default String exclusive() {
        return "";
    }

    /** Arguments as a model could write them; they become part of the description. */
    List<Json> examples();

    /** Makes the schema of its input. */
    @Value.Auxiliary
    InputSchema input();

    /** Makes the schema of its result; empty when that is not checked. */
    @Value.Auxiliary
    Optional<InputSchema> output();

    /** Makes a sentence for the user who is asked to approve; it is shown beside the arguments and never replaces them. */
    @Value.Auxiliary
    Optional<Function<Json, String>> preview();

    /** The code of the tool; its arguments are JSON that has been validated. */
    @Value.Auxiliary
    Handler<Json> handler();

    /** The definition that the model receives, with the owner of the tool. */
    default ToolDefinition definition(SchemaGenerator schemas, String owner) {
        return new ToolDefinition(
                name(),
                examples().stream()
                        .map(example -> "\nExample: " + example.text())
                        .reduce(description(), String::concat),
                input().schema(schemas),
                output().map(output -> output.schema(schemas)),
                tags(),
                owner);
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

    /** A copy that says its result depends on the arguments alone. */
    default AiTool withPure() {
        return withTags("read-only", "idempotent", "pure");
    }

    /** A copy that may run beside other tools; those that change nothing always may. */
    default AiTool withConcurrent() {
        return withTags("concurrent");
    }

    /** A copy that runs on that thread. */
    default AiTool withAffinity(ThreadAffinity affinity) {
        return ImmutableAiTool.copyOf(this).copyAffinity(affinity);
    }

    /** A copy that never runs at the same time as a tool with the same word. */
    default AiTool withExclusive(String word) {
        return ImmutableAiTool.copyOf(this).copyExclusive(word);
    }

    /** A copy with one more example of its arguments. */
    default AiTool withExample(Object arguments) {
        return ImmutableAiTool.builder()
                .from(this)
                .addExamples(Json.of(arguments))
                .build();
    }

    /** A copy whose result is checked against the schema of that type. */
    default AiTool withOutput(Type type) {
        return ImmutableAiTool.copyOf(this).copyOutput(schemas -> schemas.schemaOf(type));
    }

    /** A copy whose result is checked against that schema. */
    default AiTool withOutputSchema(Json schema) {
        return ImmutableAiTool.copyOf(this).copyOutput(schemas -> schema);
    }

    /** A copy with a sentence for the person who is asked to approve, made of the arguments and shown beside them. */
    default AiTool withPreview(Function<Json, String> sentence) {
        return ImmutableAiTool.copyOf(this).copyPreview(sentence);
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
    interface InputSchema {
        /** The schema of an object. */
        Json schema(SchemaGenerator schemas);
    }
}
