package dev.plumbline.tool;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.internal.DecidingTags;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A tool as a value: name, description, input and handler. Created from a lambda or from annotated methods; changed by
 * copies. Immutable; the thread-safety of its handler is up to the handler.
 */
@Value.Immutable
public sealed interface AiTool permits ImmutableAiTool {

    /**
     * Returns a tool whose input is a record: its components are the arguments, {@code Optional} ones may be missing.
     *
     * @throws IllegalArgumentException for a bad name or a type that is not a record
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
                .binding(json -> json.as(input))
                .handler((json, context) -> handler.call(ToolFactory.bound(() -> json.as(input)), context))
                .build();
    }

    /**
     * Returns a tool with a schema written by hand, which must describe an object.
     *
     * @throws IllegalArgumentException for a bad name or a schema that does not describe an object
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
     * Returns one tool for each {@link Tool} method of the object, including private ones, in the order of their names.
     *
     * @throws IllegalArgumentException names every bad method, its error and the remedy
     */
    static List<AiTool> from(Object annotated) {
        return AnnotatedToolScanner.scan(annotated);
    }

    /**
     * Returns the tools of all accepted sources: objects with {@link Tool} methods, tools, lists of tools.
     *
     * @throws IllegalArgumentException names class, method and error
     */
    static List<AiTool> allOf(Object... sources) {
        List<AiTool> tools = new ArrayList<>();
        for (Object source : sources) {
            if (source instanceof AiTool tool) {
                tools.add(tool);
            } else {
                tools.addAll(source instanceof Collection<?> several ? allOf(several.toArray()) : from(source));
            }
        }
        return List.copyOf(tools);
    }

    /** Returns the name, unique in a session: 1 to 64 letters, digits, {@code _} and {@code -}. */
    String name();

    /** Returns the description of the tool, for the model. */
    String description();

    /** Returns the tags for selectors, hints included. */
    Set<String> tags();

    /** Returns the time limit of one run; 30 seconds by default. */
    @Value.Default
    default Duration timeout() {
        return Duration.ofSeconds(30);
    }

    /** Returns the thread it runs on; AUTO by default. */
    @Value.Default
    default ThreadAffinity affinity() {
        return ThreadAffinity.AUTO;
    }

    /** Returns the exclusion group; tools of one group never run at the same time. Empty for none. */
    @Value.Default
    default String exclusive() {
        return "";
    }

    /** Returns examples of arguments that a model could send; they become part of the description. */
    List<Json> examples();

    /** Returns the generator of its input's schema. */
    @Value.Auxiliary
    Function<JsonSchemaService, Json> input();

    /**
     * Returns what creates the tool's input from arguments, and throws a {@link JsonException} if they do not fit: a part of
     * the check of each call, before anybody is asked. Empty if a schema is all that is known of the input.
     */
    @Value.Auxiliary
    Optional<Consumer<Json>> binding();

    /** Returns the generator of its result's schema; empty if the result is not checked. */
    @Value.Auxiliary
    Optional<Function<JsonSchemaService, Json>> output();

    /**
     * Returns the function that makes a sentence for the user who is asked to approve; it is shown beside the arguments
     * and never replaces them.
     */
    @Value.Auxiliary
    Optional<Function<Json, String>> preview();

    /**
     * Returns the function that draws in the program what a call would do, while the user is asked; closing what it returns
     * takes the drawing away.
     */
    @Value.Auxiliary
    Optional<Function<Json, Subscription>> drawing();

    /** Returns the code of the tool; its arguments are JSON that has been validated. */
    @Value.Auxiliary
    Handler<Json> handler();

    /** Returns the definition that the model receives, with the owner of the tool. */
    default ToolDefinition definition(JsonSchemaService schemas, String owner) {
        Json schema = input().apply(schemas);
        DecidingTags.requireIn(schema, tags(), name());
        StringBuilder description = new StringBuilder(description());
        for (Json example : examples()) {
            description.append("\nExample: ").append(example.text());
        }
        Optional<Json> output =
                output().isPresent() ? Optional.of(output().get().apply(schemas)) : Optional.empty();
        return new ToolDefinition(name(), description.toString(), schema, output, tags(), owner);
    }

    /** Returns a copy with more tags, for selectors. */
    default AiTool withTags(String... tags) {
        return ImmutableAiTool.builder().from(this).addTags(tags).build();
    }

    /** Returns a copy whose results have that label; those of {@code open-world} tools have {@code WEB} anyway. */
    default AiTool withOrigin(ContentOrigin label) {
        return withTags(label.tag());
    }

    /** Returns a copy with the hint that it changes nothing. */
    default AiTool withReadOnly() {
        return withTags("read-only");
    }

    /** Returns a copy with the hint that it removes or overwrites something. */
    default AiTool withDestructive() {
        return withTags("destructive");
    }

    /**
     * Returns a copy that names the parameters that decide where something goes, what is lost or how much: an approval
     * rule may ask about values of them that strangers supplied. Without this, names such as {@code recipient} or {@code
     * path} decide.
     *
     * @param parameters the names of parameters, or of members inside them; a name that the schema of the input does not
     *     have is refused when the tool is added
     */
    default AiTool withDeciding(String... parameters) {
        return withTags(Stream.of(parameters).map(DecidingTags::tag).toArray(String[]::new));
    }

    /** Returns a copy with the hint that a repeated call has no further effect. */
    default AiTool withIdempotent() {
        return withTags("idempotent");
    }

    /** Returns a copy with the hint that its result depends on the arguments alone. */
    default AiTool withPure() {
        return withTags("read-only", "idempotent", "pure");
    }

    /** Returns a copy that may run beside other tools; read-only tools always may. */
    default AiTool withConcurrent() {
        return withTags("concurrent");
    }

    /** Returns a copy that runs on that thread. */
    default AiTool withAffinity(ThreadAffinity affinity) {
        return ImmutableAiTool.copyOf(this).copyAffinity(affinity);
    }

    /** Returns a copy in that exclusion group; tools of one group never run at the same time. */
    default AiTool withExclusive(String word) {
        return ImmutableAiTool.copyOf(this).copyExclusive(word);
    }

    /** Returns a copy with one more example of its arguments. */
    default AiTool withExample(Object arguments) {
        return ImmutableAiTool.builder()
                .from(this)
                .addExamples(Json.of(arguments))
                .build();
    }

    /** Returns a copy whose result is checked against the schema of that type. */
    default AiTool withOutput(Type type) {
        return ImmutableAiTool.copyOf(this).copyOutput(schemas -> schemas.schemaOf(type));
    }

    /** Returns a copy whose result is checked against that schema. */
    default AiTool withOutputSchema(Json schema) {
        return ImmutableAiTool.copyOf(this).copyOutput(schemas -> schema);
    }

    /**
     * Returns a copy with a sentence for the user who is asked to approve, made of the arguments and shown beside them. It
     * is made on the thread on which the tool runs: that of the UI in a host, unless the tool's affinity is POOL.
     * It is made again before the approved call runs, which is refused if the sentence has changed, so it depends on the
     * arguments and what they name alone.
     */
    default AiTool withPreview(Function<Json, String> sentence) {
        return ImmutableAiTool.copyOf(this).copyPreview(sentence);
    }

    /**
     * Returns a copy with a sentence, as {@link #withPreview(Function)}, and a drawing of what would happen, such as a wall in
     * dashes. It is drawn before the user is asked, and taken away when the question ends, whatever the answer: also if it
     * is cancelled, too late, or closed. Both happen on the UI thread of the host; without a host, on the thread of the call.
     *
     * @param drawing draws, without changing the document, and returns what takes the drawing away
     */
    default AiTool withPreview(Function<Json, String> sentence, Function<Json, Subscription> drawing) {
        return ImmutableAiTool.copyOf(this).copyPreview(sentence).copyDrawing(drawing);
    }

    /** Returns a copy with that time limit of one run. */
    default AiTool withTimeout(Duration timeout) {
        return ImmutableAiTool.copyOf(this).copyTimeout(timeout);
    }

    /**
     * The code of a tool. Its return value becomes {@code result}; its exception becomes {@code error}.
     *
     * @param <T> the type of its input
     */
    @FunctionalInterface
    interface Handler<T> {
        /**
         * Runs the tool.
         *
         * @return any value with a JSON form, a {@code ToolEnvelope}, or null for no result
         * @throws Exception the model sees the message of a {@link ToolException}; of any other it sees the class name
         *     only
         */
        @Nullable
        Object call(T input, ToolContext context) throws Exception;
    }

    /**
     * A check of the arguments of a tool call, after the tool's input schema and before any tool of the batch starts or a
     * user is asked. It sees what a schema cannot say: whether a material exists, whether a wall fits. Thread-safe; it changes
     * nothing and should not wait.
     */
    @FunctionalInterface
    interface ArgumentValidator {

        /**
         * Returns the findings about the arguments, {@code call.call().arguments()}. Errors refuse the call with
         * INVALID_ARGUMENTS: the model reads path, code and {@link ValidationResult.Finding#allowed}, and can correct it.
         */
        ValidationResult validate(ToolContext call);
    }
}
