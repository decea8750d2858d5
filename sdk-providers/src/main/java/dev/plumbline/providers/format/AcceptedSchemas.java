package dev.plumbline.providers.format;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import java.util.Optional;
import java.util.Set;

/**
 * What a service takes of JSON Schema: the table of it, one constant for each service. Each row has the page to which it
 * belongs, and the day on which the row was written. The numbers of {@link Limits} are from reports of refused requests; the pages were not
 * read for them. An address that nobody knows has the row {@link #UNKNOWN}, which is the most cautious one.
 *
 * @param dialect how the schema of an answer is rewritten
 * @param refused the keywords that a strict schema must not have
 * @param rules the further rules for a strict schema
 * @param limits how large a strict schema may be
 * @param otherwise how a schema is sent that cannot be strict
 * @param apart matches the models that take no schema of the answer together with tools
 * @param tools what is taken of the schemas of tools
 * @param source the page of the service or the report, and the day of the row
 */
public record AcceptedSchemas(
        SchemaDialect dialect,
        Set<String> refused,
        Set<Rule> rules,
        Limits limits,
        Otherwise otherwise,
        Optional<LazyPattern> apart,
        ToolRules tools,
        String source) {
    private static final Set<String> NOT_AT_OPENAI = Set.of(
            "allOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
            "minLength",
            "maxLength",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "unevaluatedProperties",
            "unevaluatedItems",
            "contains",
            "minContains",
            "maxContains",
            "uniqueItems",
            "default");

    private static final Set<String> NOT_AT_ANTHROPIC = Set.of(
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "maxItems",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "unevaluatedProperties",
            "unevaluatedItems",
            "contains",
            "minContains",
            "maxContains",
            "uniqueItems");

    /** See GeminiSchema, which leaves out more. */
    private static final Set<String> NOT_AT_GOOGLE = Set.of(
            "not",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "unevaluatedProperties",
            "unevaluatedItems",
            "contains",
            "minContains",
            "maxContains",
            "uniqueItems");

    private static final Set<Rule> OF_OPENAI = Set.of(Rule.OBJECT_ROOT, Rule.CLOSED, Rule.ALL_REQUIRED);

    /** OpenAI, and Azure, which has the same rules. */
    public static final AcceptedSchemas OPENAI = new AcceptedSchemas(
            new SchemaDialect("openai", true, true, NOT_AT_OPENAI),
            NOT_AT_OPENAI,
            OF_OPENAI,
            new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, 10, 5_000),
            Otherwise.UNSTRICT,
            Optional.empty(),
            ToolRules.PLAIN_ROOT,
            "developers.openai.com/api/docs/guides/structured-outputs; 2026-11-21");

    /** Groq: as OpenAI, and no tools beside a schema. */
    static final AcceptedSchemas GROQ = new AcceptedSchemas(
            OPENAI.dialect,
            NOT_AT_OPENAI,
            OF_OPENAI,
            OPENAI.limits,
            Otherwise.UNSTRICT,
            Optional.of(new LazyPattern(".")),
            ToolRules.PLAIN_ROOT,
            "console.groq.com/docs/structured-outputs; 2026-11-27");

    /** Anthropic, and its models at Amazon Bedrock. */
    public static final AcceptedSchemas ANTHROPIC = new AcceptedSchemas(
            new SchemaDialect("anthropic", true, false, NOT_AT_ANTHROPIC),
            NOT_AT_ANTHROPIC,
            Set.of(Rule.OBJECT_ROOT, Rule.CLOSED, Rule.NO_RECURSION),
            new Limits(24, 16, Integer.MAX_VALUE, Integer.MAX_VALUE),
            Otherwise.WORDS,
            Optional.empty(),
            ToolRules.PLAIN_ROOT_AND_NAMES,
            "platform.claude.com/docs/en/build-with-claude/structured-outputs; tools: anthropics/claude-code#5319,"
                    + " dearlordylord/huly-mcp#66; 2026-11-28");

    /** Google, whose schemas are rewritten by GeminiSchema; its models before 3 take no schema beside tools. */
    static final AcceptedSchemas GOOGLE = new AcceptedSchemas(
            new SchemaDialect("google", false, false, NOT_AT_GOOGLE),
            Set.of(),
            Set.of(),
            Limits.NONE,
            Otherwise.AS_IT_IS,
            Optional.of(new LazyPattern("gemini-[12](?![0-9])|gemma-")),
            ToolRules.ANY,
            "ai.google.dev/gemini-api/docs/structured-output; tools: googleapis/python-genai#867; 2026-11-28");

    /** DeepSeek, which has JSON mode alone, so the schema is sent in words. */
    static final AcceptedSchemas DEEPSEEK = new AcceptedSchemas(
            new SchemaDialect("deepseek", true, false, Set.of()),
            Set.of(),
            Set.of(),
            Limits.NONE,
            Otherwise.AS_IT_IS,
            Optional.empty(),
            ToolRules.PLAIN_ROOT,
            "api-docs.deepseek.com/guides/json_mode; 2026-11-21");

    /** Ollama in its own format, which has no strictness. */
    static final AcceptedSchemas OLLAMA = new AcceptedSchemas(
            SchemaDialect.PLAIN,
            Set.of(),
            Set.of(),
            Limits.NONE,
            Otherwise.AS_IT_IS,
            Optional.empty(),
            ToolRules.ANY,
            "docs.ollama.com/capabilities/structured-outputs; 2026-11-21");

    /** Servers on this machine, and addresses that nobody knows: a gateway may pass a strict schema on to any service. */
    static final AcceptedSchemas UNKNOWN = new AcceptedSchemas(
            SchemaDialect.PLAIN,
            NOT_AT_OPENAI,
            OF_OPENAI,
            OPENAI.limits,
            Otherwise.UNSTRICT,
            Optional.empty(),
            ToolRules.ANY,
            "the rules of OpenAI, whose format it is; 2026-11-28");

    /** Returns why a schema cannot be sent as a strict one: the rule and the place; empty if it can. */
    public Optional<String> fault(Json schema) {
        return new StrictSchemaCheck(this, schema).fault();
    }

    /** Returns whether a model takes no schema of the answer together with tools. */
    boolean isApart(String model) {
        return apart.isPresent() && apart.get().matcher(model).find();
    }

    /** A rule for strict schemas. */
    public enum Rule {
        /** The whole is an object. */
        OBJECT_ROOT,
        /** No object has members that the schema does not name. */
        CLOSED,
        /** Every member is required. */
        ALL_REQUIRED,
        /** No part refers to itself. */
        NO_RECURSION
    }

    /**
     * The size of a strict schema.
     *
     * @param optional the maximum number of members that may be missing
     * @param unions the maximum number of parts with several types
     * @param levels the maximum depth of objects and lists
     * @param properties the maximum number of members of all objects
     */
    public record Limits(int optional, int unions, int levels, int properties) {
        static final Limits NONE =
                new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** How a schema of an answer is sent that cannot be strict. The answer is checked by this library in any case. */
    public enum Otherwise {
        /** As any other: the service has no strictness. */
        AS_IT_IS,
        /** With {@code strict: false}. */
        UNSTRICT,
        /** In a message, because the service takes strict schemas alone. */
        WORDS
    }

    /** What a service takes of the schemas of tools. */
    public enum ToolRules {
        /** Everything, as far as is known. */
        ANY,
        /** No alternatives at the root. */
        PLAIN_ROOT,
        /** No alternatives at the root, and members whose names are letters, digits, {@code _}, {@code .} and {@code -}. */
        PLAIN_ROOT_AND_NAMES
    }
}
