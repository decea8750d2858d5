package dev.plumbline.integration.accepted;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decides which rules of a service a request breaks. Written from the pages of the services and from public reports of
 * refused requests, which {@code refused-requests.json} lists, and not from the encoders: it reads requests alone.
 */
public final class ServiceRefusals {
    private static final Pattern TOOL_NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
    private static final Pattern REASONS =
            Pattern.compile("^(?:o[1-9]|gpt-[5-9](?!.*chat)|codex)", Pattern.CASE_INSENSITIVE);

    private final List<String> broken = new ArrayList<>();
    private final String service;
    private final Json request;
    private final String model;

    private ServiceRefusals(String service, Json request) {
        this.service = service;
        this.request = request;
        this.model = text(request, "model").toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the rules that a request breaks; none if the service takes it.
     *
     * @param service openai, responses, anthropic, gemini, bedrock, mistral, groq, deepseek, xai, ollama, local or anthropic-chat
     */
    public static List<String> of(String service, Json request) {
        ServiceRefusals rules = new ServiceRefusals(service, request);
        switch (service) {
            case "responses" -> rules.responses();
            case "anthropic" -> rules.anthropic();
            case "gemini" -> rules.gemini();
            case "bedrock" -> rules.bedrock();
            case "ollama" -> rules.ollama();
            default -> rules.chat();
        }
        return List.copyOf(rules.broken);
    }

    private void refuse(boolean when, String rule) {
        if (when && !broken.contains(rule)) {
            broken.add(rule);
        }
    }

    // OpenAI's formats

    private void chat() {
        boolean openai = service.equals("openai");
        boolean reasons = openai && REASONS.matcher(model).find();
        refuse(reasons && has("max_tokens"), "max_tokens is max_completion_tokens for models that reason");
        refuse(reasons && has("stop"), "stop is not taken by models that reason");
        String effort = text(request, "reasoning_effort");
        openAiSampling(reasons, effort);
        openAiEffort(effort);
        List<Json> tools = elements(request.get("tools"));
        refuse(has("tools") && tools.isEmpty() && service.equals("mistral"), "an empty list of tools");
        for (Json tool : tools) {
            functionTool(tool.get("function"));
        }
        refuse(
                openai && model.matches("gpt-(5\\.[4-9]|[6-9]).*") && !tools.isEmpty() && !effort.equals("none"),
                "tools go together with reasoning in /v1/responses only");
        Json format = request.get("response_format");
        if (text(format, "type").equals("json_schema")) {
            Json schema = format.get("json_schema");
            refuse(service.equals("deepseek"), "response_format json_schema");
            boolean strict = schema.get("strict").equals(Json.of(true));
            refuse(service.equals("anthropic-chat") && !strict, "strict must be true");
            if (strict && service.equals("anthropic-chat")) {
                new Schemas("anthropic", schema.get("schema")).strict();
            } else if (strict && !Set.of("local", "ollama").contains(service)) {
                new Schemas("openai", schema.get("schema")).strict();
            }
        }
        refuse(service.equals("groq") && format.exists() && !tools.isEmpty(), "JSON mode together with tools");
        for (String name : List.of("max_completion_tokens", "stream_options", "store", "seed", "service_tier")) {
            refuse(service.equals("mistral") && has(name), "an unknown member: " + name);
        }
        refuse(
                service.equals("deepseek")
                        && model.contains("v4")
                        && text(request, "tool_choice").equals("required")
                        && !text(request.get("thinking"), "type").equals("disabled"),
                "a forced tool while it thinks");
        chatMessages(elements(request.get("messages")));
    }

    private void openAiSampling(boolean reasons, String effort) {
        boolean off = effort.equals("none") && model.matches("gpt-(5\\.[1-9]|[6-9]).*");
        refuse(reasons && !off && (sampled("temperature") || sampled("top_p")), "temperature of a model that reasons");
    }

    private boolean sampled(String name) {
        return has(name) && request.get(name).asDecimal().doubleValue() != 1;
    }

    private void openAiEffort(String effort) {
        if (effort.isEmpty()) {
            return;
        }
        Set<String> taken = switch (service) {
            case "groq" ->
                model.contains("gpt-oss")
                        ? Set.of("low", "medium", "high")
                        : model.contains("qwen") ? Set.of("none", "default") : Set.of();
            case "xai" ->
                model.contains("grok-3-mini")
                        ? Set.of("low", "high")
                        : model.contains("grok-4.3") ? Set.of("low", "medium", "high") : Set.of();
            case "openai", "responses" ->
                model.matches("gpt-5(-.*)?")
                        ? Set.of("minimal", "low", "medium", "high")
                        : model.startsWith("gpt-5.1")
                                ? Set.of("none", "low", "medium", "high")
                                : model.matches("o[1-9].*") ? Set.of("low", "medium", "high") : Set.of(effort);
            default -> Set.of(effort);
        };
        refuse(!taken.contains(effort), "an effort that the model does not take: " + effort);
    }

    private void functionTool(Json function) {
        refuse(!TOOL_NAME.matcher(text(function, "name")).matches(), "the name of a tool");
        Json schema = function.get("parameters");
        boolean openai = service.equals("openai") || service.equals("responses");
        if (openai && schema.exists()) {
            new Schemas("openai", schema).tool();
            if (function.get("strict").equals(Json.of(true))) {
                new Schemas("openai", schema).strict();
            }
        }
    }

    private void chatMessages(List<Json> messages) {
        String before = "";
        for (int i = 0; i < messages.size(); i++) {
            Json message = messages.get(i);
            String role = text(message, "role");
            refuse(service.equals("mistral") && before.equals("tool") && role.equals("user"), "user after tool");
            refuse(service.equals("mistral") && before.equals("user") && role.equals("tool"), "tool after user");
            refuse(service.equals("local") && before.equals("user") && role.equals("user"), "roles must alternate");
            refuse(service.equals("local") && role.equals("system") && i > 0, "a system message that is not the first");
            boolean reasoning = message.get("reasoning_content").exists()
                    || message.get("reasoning").exists();
            refuse(Set.of("mistral", "groq").contains(service) && reasoning, "reasoning_content is unknown");
            boolean calls = !elements(message.get("tool_calls")).isEmpty();
            refuse(
                    service.equals("deepseek")
                            && calls
                            && !message.get("reasoning_content").exists(),
                    "reasoning_content must come back with tool calls");
            for (Json call : elements(message.get("tool_calls"))) {
                callId(text(call, "id"));
            }
            if (role.equals("tool")) {
                callId(text(message, "tool_call_id"));
            }
            before = role;
        }
        refuse(service.equals("mistral") && before.equals("assistant"), "the last message is the assistant's");
    }

    private void callId(String id) {
        refuse(
                service.equals("mistral") && !id.matches("[a-zA-Z0-9]{9}"),
                "the id of a tool call has 9 letters or digits");
        refuse(service.equals("openai") && id.length() > 40, "the id of a tool call is longer than 40");
    }

    private void responses() {
        boolean reasons = REASONS.matcher(model).find();
        String effort = text(request.get("reasoning"), "effort");
        openAiSampling(reasons, effort);
        openAiEffort(effort);
        for (Json tool : elements(request.get("tools"))) {
            if (text(tool, "type").equals("function")) {
                functionTool(tool);
                refuse(
                        !tool.get("strict").exists() && !new Schemas("openai", tool.get("parameters")).allRequired(),
                        "without strict, a schema is read as a strict one");
            }
        }
        Json format = request.get("text").get("format");
        if (format.get("strict").equals(Json.of(true))) {
            new Schemas("openai", format.get("schema")).strict();
        }
    }

    // Anthropic

    private void anthropic() {
        boolean newer = model.matches(".*claude-(?:opus-4-[78]|[a-z]+-5.*|fable.*)");
        String thinking = text(request.get("thinking"), "type");
        boolean thinks = thinking.equals("enabled") || thinking.equals("adaptive");
        refuse(thinks && (has("temperature") || has("top_p")), "temperature while it thinks");
        refuse(newer && (sampled("temperature") || sampled("top_p")), "temperature of a newer model");
        refuse(has("temperature") && has("top_p"), "temperature and top_p together");
        refuse(thinking.equals("adaptive") && model.matches(".*-(?:3|4)(?:-[0-5])?(?:-\\d{8})?"), "adaptive thinking");
        refuse(thinking.equals("enabled") && newer, "a budget of thinking");
        Json budget = request.get("thinking").get("budget_tokens");
        refuse(
                budget.exists()
                        && (budget.asLong() < 1_024
                                || budget.asLong() >= request.get("max_tokens").asLong()),
                "max_tokens is more than the budget of thinking");
        String choice = text(request.get("tool_choice"), "type");
        boolean forced = choice.equals("any") || choice.equals("tool");
        boolean never = model.matches(".*claude-(?:(?:opus|sonnet)-5-5|fable).*");
        refuse(forced && (thinks || never), "a forced tool while it thinks");
        String effort = text(request.get("output_config"), "effort");
        refuse(effort.equals("xhigh") && model.contains("-4-6"), "an effort that the model does not take: xhigh");
        int optional = 0;
        int strict = 0;
        for (Json tool : elements(request.get("tools"))) {
            refuse(!text(tool, "name").matches("[a-zA-Z0-9_-]{1,64}"), "the name of a tool");
            Schemas schema = new Schemas("anthropic", tool.get("input_schema"));
            schema.tool();
            if (tool.get("strict").equals(Json.of(true))) {
                schema.strict();
                optional += schema.optional;
                strict++;
            }
        }
        refuse(optional > 24, "more than 24 optional members of strict tools");
        refuse(strict > 20, "more than 20 strict tools");
        Json format = request.get("output_config").get("format");
        if (format.exists()) {
            new Schemas("anthropic", format.get("schema")).strict();
        }
        anthropicMessages(elements(request.get("messages")));
    }

    private void anthropicMessages(List<Json> messages) {
        List<String> open = List.of();
        for (Json message : messages) {
            List<String> calls = new ArrayList<>();
            List<String> results = new ArrayList<>();
            for (Json block : elements(message.get("content"))) {
                switch (text(block, "type")) {
                    case "text" -> refuse(text(block, "text").isBlank(), "a text without text");
                    case "tool_use" -> {
                        calls.add(text(block, "id"));
                        refuse(!text(block, "id").matches("[a-zA-Z0-9_-]+"), "the id of a tool call");
                    }
                    case "tool_result" -> results.add(text(block, "tool_use_id"));
                    default -> {}
                }
            }
            refuse(!results.containsAll(open), "a tool call without its result right after it");
            refuse(!open.containsAll(results), "a result of no tool call before it");
            open = calls;
        }
        refuse(!open.isEmpty(), "a tool call without its result right after it");
    }

    // Google

    private static final Set<String> OF_GEMINI = Set.of(
            "$id",
            "$defs",
            "$ref",
            "$anchor",
            "type",
            "format",
            "title",
            "description",
            "enum",
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "anyOf",
            "oneOf",
            "properties",
            "additionalProperties",
            "required",
            "propertyOrdering");

    private void gemini() {
        Json config = request.get("generationConfig");
        boolean older = model.matches(".*(?:gemini-[12]|gemma).*");
        List<Json> declared = elements(request.get("tools")).stream()
                .flatMap(tool -> elements(tool.get("functionDeclarations")).stream())
                .toList();
        refuse(
                older && !declared.isEmpty() && text(config, "responseMimeType").equals("application/json"),
                "a JSON answer together with tools");
        Schemas answer = new Schemas("gemini", config.get("responseJsonSchema"));
        answer.onlyTaken(OF_GEMINI);
        openApi(config.get("responseSchema"));
        for (Json function : declared) {
            refuse(!text(function, "name").matches("[a-zA-Z_][a-zA-Z0-9_.-]{0,63}"), "the name of a tool");
            new Schemas("gemini", function.get("parametersJsonSchema")).onlyTaken(OF_GEMINI);
            openApi(function.get("parameters"));
        }
        for (Json content : elements(request.get("contents"))) {
            boolean first = true;
            for (Json part : elements(content.get("parts"))) {
                boolean call = part.get("functionCall").exists();
                refuse(
                        call && first && !older && !part.get("thoughtSignature").exists(),
                        "a function call without its thought signature");
                first &= !call;
            }
        }
    }

    /** The older form, a subset of OpenAPI 3.0. */
    private void openApi(Json schema) {
        if (!schema.exists()) {
            return;
        }
        Schemas parts = new Schemas("gemini", schema);
        for (String keyword : List.of(
                "$schema",
                "propertyNames",
                "multipleOf",
                "const",
                "additionalProperties",
                "patternProperties",
                "$ref")) {
            refuse(parts.parts().anyMatch(part -> part.get(keyword).exists()), "an unknown keyword: " + keyword);
        }
        refuse(parts.parts().anyMatch(part -> part.get("type").kind() == Json.Kind.ARRAY), "several types");
        refuse(
                parts.parts()
                        .anyMatch(part -> text(part, "type").equalsIgnoreCase("array")
                                && !part.get("items").exists()),
                "a list without items");
    }

    // Bedrock and Ollama

    private void bedrock() {
        Json config = request.get("inferenceConfig");
        boolean claude = model.isEmpty() || model.contains("claude");
        refuse(
                claude
                        && config.get("temperature").exists()
                        && config.get("topP").exists(),
                "temperature and topP together");
        refuse(
                model.matches(".*claude-(?:opus-4-[78]|[a-z]+-5.*|fable.*)")
                        && config.get("temperature").exists(),
                "temperature of a newer model");
        boolean uses = false;
        for (Json message : elements(request.get("messages"))) {
            for (Json block : elements(message.get("content"))) {
                uses |= block.get("toolUse").exists() || block.get("toolResult").exists();
                refuse(block.get("text").exists() && text(block, "text").isBlank(), "a text without text");
            }
        }
        refuse(uses && !request.get("toolConfig").exists(), "tool calls without toolConfig");
        for (Json tool : elements(request.get("toolConfig").get("tools"))) {
            refuse(!TOOL_NAME.matcher(text(tool.get("toolSpec"), "name")).matches(), "the name of a tool");
        }
        Json format = request.at("/outputConfig/textFormat/structure/jsonSchema/schema");
        if (format.exists()) {
            new Schemas("anthropic", Json.parse(format.asText())).strict();
        }
    }

    private void ollama() {
        Json think = request.get("think");
        refuse(
                think.kind() == Json.Kind.STRING && !model.contains("gpt-oss"),
                "an effort that the model does not take");
    }

    // Schemas

    private static final Set<String> FORMATS =
            Set.of("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid");

    /** The rules for one schema. */
    private final class Schemas {
        private final String whose;
        private final Json root;
        private int optional;
        private int unions;
        private int properties;

        Schemas(String whose, Json root) {
            this.whose = whose;
            this.root = root;
        }

        Stream<Json> parts() {
            List<Json> found = new ArrayList<>();
            collect(root, found);
            return found.stream();
        }

        private void collect(Json part, List<Json> found) {
            if (part.kind() != Json.Kind.OBJECT) {
                return;
            }
            found.add(part);
            for (Map.Entry<String, Json> member : part.fields().entrySet()) {
                switch (member.getKey()) {
                    case "properties", "$defs", "definitions", "patternProperties", "dependentSchemas" -> {
                        if (member.getValue().kind() == Json.Kind.OBJECT) {
                            member.getValue().fields().values().forEach(each -> collect(each, found));
                        }
                    }
                    case "enum", "const", "default", "examples", "required", "type" -> {}
                    default -> {
                        collect(member.getValue(), found);
                        elements(member.getValue()).forEach(each -> collect(each, found));
                    }
                }
            }
        }

        void onlyTaken(Set<String> taken) {
            parts().forEach(part -> part.fields()
                    .keySet()
                    .forEach(keyword -> refuse(!taken.contains(keyword), "an unknown keyword: " + keyword)));
        }

        boolean allRequired() {
            return parts().allMatch(part -> named(part) == required(part));
        }

        private static int named(Json part) {
            Json members = part.get("properties");
            return members.kind() == Json.Kind.OBJECT ? members.fields().size() : 0;
        }

        private static int required(Json part) {
            return elements(part.get("required")).size();
        }

        /** The rules for the arguments of a tool. */
        void tool() {
            if (!root.exists()) {
                return;
            }
            boolean openai = whose.equals("openai");
            refuse(!text(root, "type").equals("object"), "the root of a tool's schema is an object");
            for (String word : List.of("oneOf", "anyOf", "allOf")) {
                refuse(root.get(word).exists(), "alternatives at the root of a tool's schema");
            }
            refuse(parts().anyMatch(part -> part.get("items").kind() == Json.Kind.ARRAY), "a schema of an older draft");
            refuse(openai && text(root, "$id").contains(" "), "$id is no reference");
            refuse(
                    openai
                            && parts().anyMatch(part ->
                                    isList(part) && !part.get("items").exists()),
                    "a list without items");
            refuse(openai && parts().anyMatch(part -> part.get("oneOf").exists()), "oneOf");
            if (!openai && root.get("properties").kind() == Json.Kind.OBJECT) {
                refuse(
                        root.get("properties").fields().keySet().stream()
                                .anyMatch(name -> !name.matches("[a-zA-Z0-9_.-]{1,64}")),
                        "the name of a member");
            }
        }

        /** The rules for a strict schema, of an answer or of a tool. */
        void strict() {
            boolean openai = whose.equals("openai");
            refuse(!text(root, "type").equals("object") || root.get("anyOf").exists(), "the root is an object");
            look(root, 0, List.of());
            List<String> refused = new ArrayList<>(List.of(
                    "not",
                    "if",
                    "then",
                    "else",
                    "oneOf",
                    "dependentRequired",
                    "dependentSchemas",
                    "patternProperties",
                    "propertyNames",
                    "minProperties",
                    "maxProperties",
                    "uniqueItems",
                    "contains",
                    "unevaluatedProperties",
                    "minLength",
                    "maxLength"));
            refused.addAll(
                    openai
                            ? List.of("allOf", "default")
                            : List.of(
                                    "minimum",
                                    "maximum",
                                    "exclusiveMinimum",
                                    "exclusiveMaximum",
                                    "multipleOf",
                                    "maxItems"));
            parts().forEach(part -> part(part, openai, refused));
            refuse(openai && properties > 5_000, "more than 5,000 members");
            refuse(!openai && optional > 24, "more than 24 optional members");
            refuse(!openai && unions > 16, "more than 16 unions");
        }

        private void part(Json part, boolean openai, List<String> refused) {
            refused.forEach(keyword -> refuse(part.get(keyword).exists(), "an unknown keyword: " + keyword));
            String format = text(part, "format");
            boolean known = FORMATS.contains(format) || (!openai && format.equals("uri"));
            refuse(!format.isEmpty() && !known, "an unknown format: " + format);
            boolean object = text(part, "type").equals("object")
                    || elements(part.get("type")).contains(Json.of("object"))
                    || part.get("properties").exists();
            refuse(object && !part.get("additionalProperties").equals(Json.of(false)), "an object that is not closed");
            refuse(openai && named(part) > required(part), "a member that is not required");
            refuse(
                    openai && part.get("$ref").exists() && part.fields().size() > 1 && !part.equals(root),
                    "something beside $ref");
            refuse(openai && isList(part) && part.get("items").kind() != Json.Kind.OBJECT, "a list without items");
            boolean typed = part.get("type").exists()
                    || part.get("anyOf").exists()
                    || part.get("$ref").exists();
            refuse(openai && !typed, "a part without a type");
            refuse(
                    !openai
                            && part.get("minItems").exists()
                            && part.get("minItems").asLong() > 1,
                    "minItems other than 0 and 1");
            refuse(
                    !openai
                            && part.get("allOf").exists()
                            && part.get("allOf").text().contains("$ref"),
                    "allOf with $ref");
            String pattern = text(part, "pattern");
            refuse(
                    pattern.contains("(?=")
                            || pattern.contains("(?!")
                            || pattern.contains("(?<")
                            || (!openai && pattern.contains("\\b")),
                    "a pattern with assertions");
            properties += named(part);
            optional += Math.max(0, named(part) - required(part));
            unions += part.get("anyOf").exists() || part.get("type").kind() == Json.Kind.ARRAY ? 1 : 0;
        }

        private static boolean isList(Json part) {
            return text(part, "type").equals("array")
                    || elements(part.get("type")).contains(Json.of("array"));
        }

        /** Follows references: the depth, and whether a part leads to itself. */
        private void look(Json part, int level, List<String> inside) {
            refuse(whose.equals("openai") && level > 10, "more than 10 levels");
            if (part.kind() != Json.Kind.OBJECT || level > 12) {
                return;
            }
            String target = text(part, "$ref");
            if (!target.isEmpty()) {
                boolean leadsBack = target.equals("#") || inside.contains(target);
                refuse(!whose.equals("openai") && leadsBack, "a schema that refers to itself");
                Json there = target.startsWith("#")
                        ? root.at(target.substring(1))
                        : Json.object().get("none");
                refuse(!there.exists(), "a reference to nothing");
                if (!leadsBack && inside.size() < 30) {
                    List<String> deeper = new ArrayList<>(inside);
                    deeper.add(target);
                    look(there, level, deeper);
                }
                return;
            }
            if (part.get("properties").kind() == Json.Kind.OBJECT) {
                part.get("properties").fields().values().forEach(each -> look(each, level + 1, inside));
            }
            look(part.get("items"), level + 1, inside);
            for (String word : List.of("anyOf", "allOf")) {
                elements(part.get(word)).forEach(each -> look(each, level, inside));
            }
        }
    }

    private boolean has(String member) {
        return request.get(member).exists();
    }

    private static String text(Json object, String member) {
        return object.kind() == Json.Kind.OBJECT ? object.get(member).findText().orElse("") : "";
    }

    private static List<Json> elements(Json list) {
        return list.kind() == Json.Kind.ARRAY ? list.elements() : List.of();
    }
}
