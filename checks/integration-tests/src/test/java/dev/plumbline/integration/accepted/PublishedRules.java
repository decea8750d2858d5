package dev.plumbline.integration.accepted;

import dev.plumbline.json.Json;
import dev.plumbline.json.Json.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules that the public pages of six services state for a request, and which of them a request breaks. Written from the
 * pages by somebody who had not seen the encoders, as a second judge beside {@link ServiceRefusals}.
 */
public final class PublishedRules extends PublishedSchemaRules {
    private static final String GEMINI_NAME = "[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}";
    private static final String MISTRAL_ID = "[a-zA-Z0-9]{9}";

    private final String model;

    private PublishedRules(Json request) {
        super(request);
        this.model = text(request, "model").replaceFirst("^models/", "");
    }

    /** The rules broken, each with its place; none if the request would be taken. */
    public static List<String> of(String service, Json request) {
        PublishedRules rules = new PublishedRules(request);
        switch (service) {
            case "openai" -> rules.openai();
            case "responses" -> rules.responses();
            case "anthropic" -> rules.anthropic();
            case "gemini" -> rules.gemini();
            case "groq" -> rules.groq();
            case "mistral" -> rules.mistral();
            default -> {}
        }
        return List.copyOf(new LinkedHashSet<>(rules.broken));
    }

    // ---- OpenAI: chat completions (platform.openai.com/docs/api-reference/chat, guides "Structured outputs",
    // "Function calling", "Reasoning")

    private void openai() {
        chat("system developer user assistant tool function");
        each(tools(), "tools", (tool, at) -> {
            if (tool.get("function").exists()) openaiFunction(tool.get("function"), at + ".function");
        });
        when(request.get("tools").kind() == Kind.ARRAY && tools().isEmpty(), "tools: must not be empty");
        when(has("tool_choice") && tools().isEmpty() && !has("functions"), "tool_choice: only allowed with tools");
        when(has("parallel_tool_calls") && tools().isEmpty(), "parallel_tool_calls: only allowed with tools");
        chatTurns();
        between(
                request,
                "temperature top_p top_logprobs frequency_penalty presence_penalty",
                "0 0 0 -2 -2",
                "2 1 20 2 2");
        when(has("stream_options") && !flag(request, "stream"), "stream_options: only allowed with stream: true");
        when(has("top_logprobs") && !flag(request, "logprobs"), "top_logprobs: needs logprobs: true");
        when(items(request, "stop").size() > 4, "stop: at most 4 sequences");
        openaiFormat(
                request.get("response_format"),
                request.get("response_format").get("json_schema"),
                "response_format",
                "messages");
        String effort = text(request, "reasoning_effort");
        openaiReasoning(effort, "reasoning_effort");
        when(reasons() && has("max_tokens"), "max_tokens: not taken by reasoning models, use max_completion_tokens");
        when(
                model.matches("(o1-mini|o3(?!-mini)|o4|gpt-5)(?!.*chat).*") && has("stop") && !effort.equals("none"),
                "stop: not taken by this model");
        boolean early = model.matches("o1-(mini|preview).*");
        for (Json message : items(request, "messages"))
            when(early && among("system developer", text(message, "role")), "messages: role not taken by this model");
        // Guide "Using the latest model": with reasoning, GPT-5.4 and later take function tools in the Responses API
        // only; 5.5 and later reason by default.
        boolean thinks = effort.isEmpty() ? gpt() >= 5.5 : gpt() >= 5.4 && !effort.equals("none");
        when(thinks && !tools().isEmpty(), "reasoning_effort: function tools only with effort none for this model");
    }

    /** Guide "Structured outputs": JSON mode needs the word JSON in the context; a strict schema keeps to the subset. */
    private void openaiFormat(Json format, Json held, String place, String context) {
        String type = text(format, "type");
        if (type.equals("json_object")) {
            when(
                    !(written(request.get(context)) + text(request, "instructions"))
                            .toLowerCase()
                            .contains("json"),
                    place + ": JSON mode needs the word JSON");
        } else if (type.equals("json_schema")) {
            name(held, NAME, place);
            when(model.matches("(gpt-3\\.5|gpt-4$|gpt-4-).*"), place + ": this model takes no json_schema");
            if (flag(held, "strict")) strictOpenai(held.get("schema"), place + ".schema");
        } else {
            when(isObject(format) && !among("text grammar python", type), place + ".type: unknown");
        }
    }

    /** Guides "Reasoning" and "Using the latest model": efforts and sampling parameters by model. */
    private void openaiReasoning(String effort, String place) {
        boolean old = model.matches("o[134].*");
        when(!effort.isEmpty() && !among("none minimal low medium high xhigh max", effort), place + ": unknown effort");
        when(!effort.isEmpty() && model.matches("gpt-(3\\.5|4).*"), place + ": not taken by this model");
        when(among("none xhigh", effort) && (old || gpt() == 5), place + ": " + effort + " is not taken by this model");
        when(effort.equals("minimal") && (old || gpt() > 5), place + ": minimal is not taken by this model");
        boolean samples = effort.equals("none") || (gpt() > 5 && gpt() < 5.5 && effort.isEmpty());
        if (!reasons() || samples) return;
        for (String member : words("temperature top_p"))
            when(number(request, member, 1) != 1, member + ": not taken by reasoning models");
        for (String member : words("presence_penalty frequency_penalty"))
            when(number(request, member, 0) != 0, member + ": not taken by reasoning models");
        when(flag(request, "logprobs") || has("logit_bias"), "logprobs, logit_bias: not taken by reasoning models");
    }

    private boolean reasons() {
        return model.matches("(o[134]|gpt-5)(?!.*chat).*");
    }

    private double gpt() {
        Matcher m = Pattern.compile("gpt-(\\d+(?:\\.\\d+)?)(?!.*chat).*").matcher(model);
        return m.matches() ? Double.parseDouble(m.group(1)) : 0;
    }

    // ---- OpenAI: responses (platform.openai.com/docs/api-reference/responses)

    private void responses() {
        need("model");
        when(words("input prompt previous_response_id conversation").stream().noneMatch(this::has), "input: required");
        when(has("previous_response_id") && has("conversation"), "previous_response_id: not with conversation");
        refuse(
                "messages response_format max_tokens max_completion_tokens reasoning_effort stop n seed",
                "unknown in the Responses API");
        between(request, "temperature top_p", "0 0", "2 1");
        when(number(request, "max_output_tokens", 16) < 16, "max_output_tokens: at least 16");
        when(tools().size() > 128, "tools: at most 128");
        Set<String> names = new HashSet<>();
        each(tools(), "tools", (tool, at) -> {
            if (!text(tool, "type").equals("function")) return;
            names.add(text(tool, "name"));
            openaiFunction(tool, at);
        });
        choice(request.get("tool_choice"), request.get("tool_choice"), "none auto required", names);
        responsesInput();
        Json format = request.get("text").get("format");
        openaiFormat(format, format, "text.format", "input");
        openaiReasoning(text(request.get("reasoning"), "effort"), "reasoning.effort");
    }

    /** Guide "Function calling": each call has its output and each output its call; parts have the types of their role. */
    private void responsesInput() {
        Set<String> calls = new HashSet<>();
        Set<String> outputs = new HashSet<>();
        boolean continued = has("previous_response_id") || has("conversation");
        each(items(request, "input"), "input", (item, at) -> {
            String type = text(item, "type");
            String call = text(item, "call_id");
            (type.endsWith("_output") ? outputs : calls).add(call);
            when(
                    type.equals("function_call_output") && !calls.contains(call) && !continued,
                    at + ": output without its call");
            when(call.length() > 64, at + ".call_id: at most 64 characters");
            when(type.equals("function_call") && !text(item, "id").matches("(fc.*)?"), at + ".id: begins with fc");
            when(type.equals("reasoning") && !text(item, "id").matches("(rs.*)?"), at + ".id: begins with rs");
            if (!type.isEmpty() && !type.equals("message")) return;
            when(!among("user assistant system developer", text(item, "role")), at + ".role: unknown");
            for (Json part : items(item, "content")) {
                when(
                        among("output_text refusal", text(part, "type"))
                                != text(item, "role").equals("assistant"),
                        at + ".content: wrong type for the role");
            }
        });
        List<Json> input = items(request, "input");
        for (int i = 0; i < input.size(); i++) {
            Json item = input.get(i);
            boolean followed =
                    i + 1 < input.size() && !text(input.get(i + 1), "role").equals("user");
            when(
                    text(item, "type").equals("reasoning") && !followed,
                    "input[" + i + "]: reasoning without the item that followed it");
            when(
                    text(item, "type").equals("function_call")
                            && !continued
                            && !outputs.contains(text(item, "call_id")),
                    "input[" + i + "]: a call without its output");
        }
    }

    // ---- Chat completions of OpenAI, Groq and Mistral

    private void chat(String roles) {
        need("model");
        when(items(request, "messages").isEmpty(), "messages: required and not empty");
        each(items(request, "messages"), "messages", (message, at) -> {
            String role = text(message, "role");
            when(!among(roles, role), at + ".role: unknown");
            boolean calls = words("tool_calls function_call audio refusal").stream()
                    .anyMatch(word -> message.get(word).exists());
            boolean empty =
                    !message.get("content").exists() || message.get("content").kind() == Kind.NULL;
            when(empty && !(role.equals("assistant") && calls), at + ".content: required");
            when(role.equals("tool") && text(message, "tool_call_id").isEmpty(), at + ".tool_call_id: required");
            for (Json part : items(message, "content"))
                when(isObject(part) && text(part, "type").isEmpty(), at + ".content: a part needs a type");
        });
        when(tools().size() > 128, "tools: at most 128");
        Set<String> names = new HashSet<>();
        each(tools(), "tools", (tool, at) -> {
            names.add(text(tool.get("function"), "name"));
            if (tool.get("function").exists()) name(tool.get("function"), NAME, at + ".function");
        });
        choice(request.get("tool_choice"), request.get("tool_choice").get("function"), "none auto required any", names);
    }

    private void choice(Json choice, Json named, String words, Set<String> names) {
        when(choice.kind() == Kind.STRING && !among(words, choice.asText()), "tool_choice: unknown");
        when(among("required any", choice.findText().orElse("")) && tools().isEmpty(), "tool_choice: needs tools");
        when(
                text(choice, "type").equals("function") && !names.contains(text(named, "name")),
                "tool_choice: names no tool");
    }

    /** Guide "Function calling": the answers of all calls follow the message of the assistant, and nothing else answers. */
    private void chatTurns() {
        Set<String> open = new HashSet<>();
        each(items(request, "messages"), "messages", (message, at) -> {
            if (text(message, "role").equals("tool")) {
                when(!open.remove(text(message, "tool_call_id")), at + ": a tool answer without its call");
                return;
            }
            when(!open.isEmpty(), at + ": calls before it are not answered");
            open.clear();
            items(message, "tool_calls").forEach(call -> open.add(text(call, "id")));
        });
        when(!open.isEmpty(), "messages: the last calls are not answered");
    }

    // ---- Groq (console.groq.com/docs: "OpenAI compatibility", "Structured outputs", "Reasoning", "API reference")

    private void groq() {
        chat("system developer user assistant tool function");
        between(request, "temperature top_p", "0 0", "2 1");
        refuse("logprobs logit_bias top_logprobs", "not supported");
        when(number(request, "n", 1) != 1, "n: must be 1");
        each(items(request, "messages"), "messages", (message, at) -> {
            when(message.get("name").exists() && !text(message, "role").equals("tool"), at + ".name: not supported");
            forbid(message, "reasoning_content thinking prefix", at);
        });
        groqFormat(
                request.get("response_format"), request.get("response_format").get("json_schema"));
        groqReasoning(text(request, "reasoning_effort"));
        each(
                tools(),
                "tools",
                (tool, place) -> new Schema(tool.get("function").get("parameters"), place + ".function.parameters")
                        .each((node, at) -> {
                            wellFormed(node, at);
                            when(
                                    !items(node, "required").isEmpty()
                                            && !node.get("properties").exists()
                                            && !node.get("anyOf").exists(),
                                    at + ": required without properties");
                        }));
    }

    private void groqFormat(Json format, Json held) {
        String type = text(format, "type");
        boolean plain =
                model.matches("(llama-3|llama3|gemma|mixtral|deepseek|qwen/qwen3-32b|qwen-|groq/compound|allam).*");
        when(
                type.equals("json_object")
                        && !written(request.get("messages")).toLowerCase().contains("json"),
                "response_format: JSON mode needs the word json");
        when(type.startsWith("json") && !tools().isEmpty(), "response_format: JSON not with tools");
        if (!type.equals("json_schema")) return;
        when(flag(request, "stream"), "response_format: structured outputs not with streaming");
        when(plain, "response_format: this model takes no json_schema");
        when(text(held, "name").isEmpty(), "response_format.json_schema.name: required");
        if (!flag(held, "strict")) return;
        when(!model.matches("openai/gpt-oss-(20b|120b)"), "response_format: this model takes no strict schema");
        references(new Schema(held.get("schema"), "response_format.json_schema.schema")
                .each(this::wellFormed)
                .each(this::closed));
    }

    private void groqReasoning(String effort) {
        boolean raw = text(request, "reasoning_format").equals("raw");
        when(has("reasoning_format") && has("include_reasoning"), "reasoning_format: not with include_reasoning");
        when(
                raw
                        && (!tools().isEmpty()
                                || text(request.get("response_format"), "type").startsWith("json")),
                "reasoning_format: raw not with tools or JSON");
        if (effort.isEmpty()) return;
        when(
                model.startsWith("openai/gpt-oss") && !among("low medium high", effort),
                "reasoning_effort: low, medium or high");
        when(model.startsWith("qwen/") && !among("none default", effort), "reasoning_effort: none or default");
        when(
                model.matches("(llama|meta-llama|gemma|mixtral|moonshotai).*"),
                "reasoning_effort: not taken by this model");
    }

    // ---- Mistral (docs.mistral.ai/api and its OpenAPI file, where no other members are allowed; mistral-common for
    // the turns)

    private void mistral() {
        chat("system user assistant tool");
        between(request, "temperature top_p", "0 0", "1.5 1");
        onlyMembers(
                request,
                "model temperature top_p max_tokens stream stop random_seed metadata messages response_format tools tool_choice presence_penalty "
                        + "frequency_penalty n prediction parallel_tool_calls prompt_mode reasoning_effort guardrails safe_prompt prompt_cache_key",
                "request");
        when(request.get("tools").kind() == Kind.ARRAY && tools().isEmpty(), "tools: must not be empty");
        each(
                tools(),
                "tools",
                (tool, at) -> when(
                        tool.get("function").exists()
                                && !isObject(tool.get("function").get("parameters")),
                        at + ".function.parameters: required"));
        Json format = request.get("response_format");
        when(
                text(format, "type").equals("json_schema")
                        && text(format.get("json_schema"), "name").isEmpty(),
                "response_format.json_schema.name: required");
        List<Json> messages = items(request, "messages");
        each(messages, "messages", (message, at) -> {
            onlyMembers(message, "role content tool_calls prefix tool_call_id name", at);
            each(
                    items(message, "tool_calls"),
                    at + ".tool_calls",
                    (call, place) -> match(call.get("id"), MISTRAL_ID, place + ".id"));
            if (message.get("tool_call_id").exists())
                match(message.get("tool_call_id"), MISTRAL_ID, at + ".tool_call_id");
        });
        for (int i = 1; i < messages.size(); i++) {
            boolean after = text(messages.get(i), "role").equals("user")
                    && text(messages.get(i - 1), "role").equals("tool");
            when(after && !model.startsWith("mistral-small"), "messages[" + i + "]: role user after role tool");
        }
        if (messages.isEmpty()) return;
        Json last = messages.get(messages.size() - 1);
        when(
                !among("user tool", text(last, "role")) && !flag(last, "prefix"),
                "messages: the last role must be user or tool");
    }

    // ---- Anthropic (platform.claude.com/docs: "Messages", "Define tools", "Structured outputs", "Thinking", "Effort",
    // migration guides)

    private void anthropic() {
        need("model");
        when(number(request, "max_tokens", 0) < 1, "max_tokens: required and at least 1");
        between(request, "temperature top_p", "0 0", "1 1");
        refuse(
                "response_format n max_completion_tokens frequency_penalty presence_penalty seed stop parallel_tool_calls reasoning_effort",
                "unknown member");
        when(written(request).split("\"cache_control\"\\s*:\\s*\\{", -1).length > 5, "cache_control: at most 4 blocks");
        anthropicMessages();
        anthropicTools();
        anthropicThinking(text(request.get("thinking"), "type"));
        anthropicSampling();
        anthropicEffort(text(request.get("output_config"), "effort"));
        anthropicSchemas();
    }

    private double claude() {
        Matcher m = Pattern.compile("claude-(?:(?:opus|sonnet|haiku|fable|mythos)-)?(\\d)(?:-(\\d)(?!\\d))?.*")
                .matcher(model);
        return m.matches()
                ? Integer.parseInt(m.group(1)) + (m.group(2) == null ? 0 : Integer.parseInt(m.group(2)) / 10.0)
                : 0;
    }

    /** Claude Opus 4.7 and all later models: no sampling, adaptive thinking only (migration guides). */
    private boolean fixed() {
        return claude() >= 5 || (model.contains("opus") && claude() >= 4.7);
    }

    /** "Messages", "Handle tool calls": roles, content, results right after their calls; turns of one role are joined. */
    private void anthropicMessages() {
        List<Json> messages = items(request, "messages");
        when(messages.isEmpty(), "messages: required and not empty");
        Set<String> open = new HashSet<>();
        each(messages, "messages", (message, at) -> {
            String role = text(message, "role");
            when(
                    !among("user assistant system", role) || (role.equals("system") && claude() < 4.8),
                    at + ".role: unknown");
            boolean blank = items(message, "content").isEmpty()
                    && message.get("content").findText().orElse("").isEmpty();
            boolean last = at.equals("messages[" + (messages.size() - 1) + "]");
            when(blank && !(last && role.equals("assistant")), at + ".content: must not be empty");
            Set<String> results = new HashSet<>();
            Set<String> calls = new HashSet<>();
            each(items(message, "content"), at + ".content", (block, place) -> {
                when(
                        text(block, "type").equals("text")
                                && text(block, "text").isEmpty(),
                        place + ": text must not be empty");
                if (text(block, "type").equals("tool_result")) results.add(text(block, "tool_use_id"));
                if (text(block, "type").equals("tool_use")) calls.add(text(block, "id"));
            });
            for (String id : calls)
                when(!id.matches("[a-zA-Z0-9_-]+"), at + ": the id of a tool_use has letters not allowed");
            for (String result : results) when(!open.contains(result), at + ": tool_result without its tool_use");
            if (role.equals("user")) {
                for (String call : open) when(!results.contains(call), at + ": tool_use without its tool_result");
                open.clear();
            }
            open.addAll(calls);
        });
        when(!open.isEmpty(), "messages: the last tool_use has no tool_result");
    }

    /** "Define tools": names, schemas of draft 2020-12 with type object, tool_choice. */
    private void anthropicTools() {
        Set<String> names = new HashSet<>();
        each(tools(), "tools", (tool, at) -> {
            when(!names.add(text(tool, "name")) && tool.get("name").exists(), at + ".name: tool names must be unique");
            if (!among("custom", text(tool, "type")) && tool.get("type").exists()) return;
            name(tool, NAME, at);
            Json schema = tool.get("input_schema");
            when(!text(schema, "type").equals("object"), at + ".input_schema: type object is required");
            forbid(schema, "anyOf oneOf allOf", at + ".input_schema (root)");
            new Schema(schema, at + ".input_schema").each((node, place) -> {
                wellFormed(node, place);
                when(node.get("items").kind() == Kind.ARRAY, place + ": items must be a schema in draft 2020-12");
                for (String key : fields(node.get("properties")).keySet())
                    when(!key.matches("[a-zA-Z0-9_.-]{1,64}"), place + ": property key " + key + " is not allowed");
            });
        });
        Json choice = request.get("tool_choice");
        when(choice.exists() && tools().isEmpty(), "tool_choice: only with tools");
        when(choice.exists() && !among("auto any tool none", text(choice, "type")), "tool_choice.type: unknown");
        when(
                text(choice, "type").equals("tool") && !names.contains(text(choice, "name")),
                "tool_choice: names no tool");
    }

    /** "Thinking" and the migration guides: modes by model, what does not go together with thinking. */
    private void anthropicThinking(String type) {
        boolean forced = among("any tool", text(request.get("tool_choice"), "type"));
        boolean always = model.matches(".*(fable|mythos).*") || claude() >= 5.5;
        double budget = number(request.get("thinking"), "budget_tokens", 0);
        when(always && type.equals("disabled"), "thinking: cannot be disabled for this model");
        when(always && claude() > 5 && forced, "tool_choice: this model takes no forced tool");
        when(
                type.equals("adaptive") && claude() > 0 && claude() < 4.6,
                "thinking: adaptive is not taken by this model");
        if (type.equals("enabled")) {
            when(fixed(), "thinking: this model takes adaptive thinking only");
            when(budget < 1024, "thinking.budget_tokens: at least 1024");
            when(
                    tools().isEmpty() && budget >= number(request, "max_tokens", 0),
                    "thinking.budget_tokens: less than max_tokens");
        }
        if (!among("enabled adaptive", type)) return;
        when(forced && type.equals("enabled"), "tool_choice: no forced tool with thinking");
        when(number(request, "temperature", 1) != 1, "temperature: must be 1 with thinking");
        when(number(request, "top_p", 1) < 0.95, "top_p: at least 0.95 with thinking");
        when(has("top_k"), "top_k: not with thinking");
        when(prefilled(), "messages: no prefill with thinking");
    }

    /** A last message of the assistant that ends in text; one that ends in a block of a server tool is a paused turn. */
    private boolean prefilled() {
        List<Json> messages = items(request, "messages");
        Json last = messages.isEmpty() ? Json.object() : messages.get(messages.size() - 1);
        return text(last, "role").equals("assistant") && !written(last).contains("server_tool_use");
    }

    private void anthropicSampling() {
        for (String field : words("temperature top_p"))
            when(fixed() && number(request, field, 1) != 1, field + ": not taken by this model");
        when(fixed() && has("top_k"), "top_k: not taken by this model");
        when(claude() >= 4.1 && has("temperature") && has("top_p"), "temperature: not with top_p for this model");
        when(prefilled() && claude() >= 4.6, "messages: this model takes no prefill");
    }

    private void anthropicEffort(String effort) {
        if (effort.isEmpty()) return;
        double first = model.contains("opus") ? 4.5 : 4.6;
        boolean disabled = text(request.get("thinking"), "type").equals("disabled");
        when(!among("low medium high xhigh max", effort), "output_config.effort: unknown");
        when(claude() > 0 && claude() < first, "output_config.effort: not taken by this model");
        when(
                effort.equals("xhigh") && claude() > 0 && !fixed(),
                "output_config.effort: xhigh is not taken by this model");
        when(
                effort.equals("max") && claude() > 0 && claude() < 4.6,
                "output_config.effort: max is not taken by this model");
        when(
                among("xhigh max", effort) && disabled && model.startsWith("claude-opus-5"),
                "thinking: disabled only at effort high or lower");
    }

    /** "Structured outputs": limits over all strict schemas of the request, features that do not go together. */
    private void anthropicSchemas() {
        List<Schema> schemas = new ArrayList<>();
        Json format = either(request.get("output_config").get("format"), request.get("output_format"));
        if (isObject(format)) {
            when(
                    !text(format, "type").equals("json_schema") || !isObject(format.get("schema")),
                    "output_config.format: type json_schema and a schema");
            when(prefilled(), "output_config.format: not with a prefill");
            when(
                    claude() > 0 && claude() < 4.5 && !model.contains("opus-4-1"),
                    "output_config.format: not taken by this model");
            boolean cited = written(request.get("messages"))
                    .matches("(?s).*\"citations\"\\s*:\\s*\\{\\s*\"enabled\"\\s*:\\s*true.*");
            when(cited, "output_config.format: not with citations");
            schemas.add(new Schema(format.get("schema"), "output_config.format.schema"));
        }
        each(tools(), "tools", (tool, at) -> {
            if (flag(tool, "strict")) schemas.add(new Schema(tool.get("input_schema"), at + ".input_schema"));
        });
        for (Schema schema : schemas) {
            references(schema.each(this::strictAnthropicNode));
            when(
                    schema.loops(schema.root, new HashSet<>(), false),
                    schema.place + ": recursive schemas are not supported");
        }
        when(tools().stream().filter(tool -> flag(tool, "strict")).count() > 20, "tools: at most 20 strict tools");
        when(
                schemas.stream().mapToInt(schema -> schema.optional).sum() > 24,
                "schemas: more than 24 optional parameters");
        when(
                schemas.stream().mapToInt(schema -> schema.unions).sum() > 16,
                "schemas: more than 16 parameters with union types");
    }

    // ---- Gemini (ai.google.dev/api/generate-content, /api/caching#Schema, "Structured output", "Function calling",
    // "Thought signatures")

    private void gemini() {
        when(items(request, "contents").isEmpty(), "contents: required and not empty");
        int[] turn = {0, 0};
        boolean[] signed = {true};
        each(items(request, "contents"), "contents", (content, at) -> {
            when(
                    !among("user model function", text(content, "role"))
                            && content.get("role").exists(),
                    at + ".role: user or model");
            when(items(content, "parts").isEmpty(), at + ".parts: must not be empty");
            List<Json> called = items(content, "parts").stream()
                    .filter(part -> isObject(either(part.get("functionCall"), part.get("function_call"))))
                    .toList();
            long answers = items(content, "parts").stream()
                    .filter(part -> isObject(either(part.get("functionResponse"), part.get("function_response"))))
                    .count();
            if (answers == 0) {
                answered(turn, at);
                turn[0] = called.size() + (text(content, "role").equals("model") && turn[1] == 0 ? turn[0] : 0);
            }
            turn[1] = answers == 0 ? 0 : turn[1] + (int) answers;
            if (text(content, "role").equals("user") && answers == 0) signed[0] = true;
            if (!called.isEmpty())
                signed[0] &= either(
                                called.get(0).get("thoughtSignature"),
                                called.get(0).get("thought_signature"))
                        .exists();
        });
        answered(turn, "contents");
        // "Thought signatures": Gemini 3 needs the signature of the first call of each step of the current turn.
        when(model.startsWith("gemini-3") && !signed[0], "contents: a function call without its thought signature");
        geminiTools();
        geminiConfig(either(request.get("generationConfig"), request.get("generation_config")));
    }

    /** "Function calling": as many responses as calls, in one content or in several one after the other. */
    private void answered(int[] turn, String at) {
        when(turn[1] > 0 && turn[1] != turn[0], at + ": before it, as many function responses as calls");
    }

    private void geminiTools() {
        Set<String> names = new HashSet<>();
        each(
                tools(),
                "tools",
                (tool, place) -> each(elements(declarations(tool)), place + ".functionDeclarations", (function, at) -> {
                    name(function, GEMINI_NAME, at);
                    when(!names.add(text(function, "name")), at + ".name: declared twice");
                    Json json = either(function.get("parametersJsonSchema"), function.get("parameters_json_schema"));
                    when(
                            function.get("parameters").exists() && json.exists(),
                            at + ": parameters not with parametersJsonSchema");
                    openApi(function.get("parameters"), at + ".parameters");
                    geminiJsonSchema(json, at + ".parametersJsonSchema");
                }));
        Json config = either(request.get("toolConfig"), request.get("tool_config"));
        Json calling = either(config.get("functionCallingConfig"), config.get("function_calling_config"));
        List<Json> allowed =
                elements(either(calling.get("allowedFunctionNames"), calling.get("allowed_function_names")));
        String mode = text(calling, "mode").toUpperCase();
        when(!mode.isEmpty() && !among("AUTO ANY NONE VALIDATED MODE_UNSPECIFIED", mode), "toolConfig.mode: unknown");
        when(
                !allowed.isEmpty() && !among("ANY VALIDATED", mode),
                "toolConfig.allowedFunctionNames: only with mode ANY");
        for (Json one : allowed)
            when(!names.contains(one.findText().orElse("")), "toolConfig.allowedFunctionNames: not declared");
    }

    private void geminiConfig(Json config) {
        Json schema = either(config.get("responseSchema"), config.get("response_schema"));
        Json json = either(config.get("responseJsonSchema"), config.get("response_json_schema"));
        String mime = either(config.get("responseMimeType"), config.get("response_mime_type"))
                .findText()
                .orElse("");
        Json thinking = either(config.get("thinkingConfig"), config.get("thinking_config"));
        boolean functions = tools().stream().anyMatch(tool -> declarations(tool).exists());
        when(schema.exists() && json.exists(), "generationConfig: responseSchema not with responseJsonSchema");
        when(
                (schema.exists() || json.exists()) && !among("application/json text/x.enum", mime),
                "generationConfig.responseMimeType: required with a schema");
        when(
                mime.equals("application/json") && functions && model.matches("gemini-[12].*"),
                "generationConfig: JSON not with function calling for this model");
        openApi(schema, "generationConfig.responseSchema");
        geminiJsonSchema(json, "generationConfig.responseJsonSchema");
        between(config, "temperature topP candidateCount", "0 0 1", "2 1 8");
        when(items(config, "stopSequences").size() > 5, "generationConfig.stopSequences: at most 5");
        when(
                thinking.get("thinkingBudget").exists()
                        && thinking.get("thinkingLevel").exists(),
                "thinkingConfig: thinkingBudget not with thinkingLevel");
    }

    private static Json declarations(Json tool) {
        return either(tool.get("functionDeclarations"), tool.get("function_declarations"));
    }
}
