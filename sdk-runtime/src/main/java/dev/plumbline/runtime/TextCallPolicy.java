package dev.plumbline.runtime;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions.ToolChoice;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.schema.JsonSchemaService;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes a tool call of an answer that is nothing but the JSON of one, as small models on local servers write it: {@code
 * {"name": …, "arguments": {…}}}, also fenced or in {@code <tool_call>}. The tool must be offered and the arguments must fit
 * its schema; any other text stays as it is. Not done if the answer is to be JSON: by a schema, or because the newest message
 * of the user asks for it. Thread-safe.
 */
final class TextCallPolicy implements ResponsePolicy {
    private static final int MOST_HELD = 64 << 10;
    private static final String OPEN_TAG = "<tool_call>";
    private static final String CLOSE_TAG = "</tool_call>";
    private static final String FENCE = "```";
    private static final Set<String> FENCED = Set.of("", "json", "tool_call");
    private static final Set<String> ARGUMENTS = Set.of("arguments", "parameters");

    private final JsonSchemaService schemas;

    TextCallPolicy(JsonSchemaService schemas) {
        this.schemas = schemas;
    }

    @Override
    public AiReturn onReturn(AiReturn ret, AiCall call) {
        return ret;
    }

    @Override
    public DeltaFilter onDeltas(AiCall call) {
        return mayCall(call) ? new Filter(call) : DeltaFilter.NONE;
    }

    private static boolean mayCall(AiCall call) {
        return call.attribute(ContextWindow.KEY).orElse(ContextWindow.UNKNOWN).local()
                && !call.tools().isEmpty()
                && call.options().toolChoice().orElse(ToolChoice.AUTO) != ToolChoice.NONE
                && call.outputSchema().isEmpty()
                && !asksForJson(call.effective());
    }

    private static boolean asksForJson(List<? extends Interaction> sent) {
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (sent.get(i) instanceof Interaction.User said) {
                return said.text().toLowerCase(Locale.ROOT).contains("json");
            }
        }
        return false;
    }

    /** Returns the call that a text is; empty if it is any other text. */
    private Optional<AiDelta.ToolCallPart> call(String text, List<ToolDefinition> tools) {
        Json json;
        try {
            json = Json.parse(inner(text.strip()));
        } catch (JsonException noJson) {
            return Optional.empty();
        }
        if (json.kind() != Json.Kind.OBJECT || json.fields().size() != 2) {
            return Optional.empty();
        }
        String name = json.get("name").findText().orElse("");
        for (String member : ARGUMENTS) {
            Json arguments = json.get(member);
            if (arguments.kind() == Json.Kind.OBJECT) {
                return tools.stream()
                        .filter(tool -> tool.name().equals(name))
                        .filter(tool ->
                                schemas.fault(tool.inputSchema(), arguments).isEmpty())
                        .findFirst()
                        .map(tool -> new AiDelta.ToolCallPart(0, "", name, arguments.text()));
            }
        }
        return Optional.empty();
    }

    /** Returns what is inside of a tag or a fence; the text itself if there is none around all of it. */
    private static String inner(String text) {
        if (text.startsWith(OPEN_TAG) && text.endsWith(CLOSE_TAG)) {
            return text.substring(OPEN_TAG.length(), text.length() - CLOSE_TAG.length());
        }
        int line = text.indexOf('\n');
        if (text.startsWith(FENCE)
                && line > 0
                && text.endsWith(FENCE)
                && text.length() > line + FENCE.length()
                && FENCED.contains(text.substring(FENCE.length(), line).strip())) {
            return text.substring(line, text.length() - FENCE.length());
        }
        return text;
    }

    /** Holds the text of an answer back as long as all of it may be a call. */
    private final class Filter implements DeltaFilter {
        private final AiCall call;
        private final List<AiDelta> held = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private boolean passes;

        /** Whether the text begins as an object does. */
        private boolean isObject;

        Filter(AiCall call) {
            this.call = call;
        }

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (passes) {
                out.accept(delta);
            } else if (delta instanceof AiDelta.Text piece) {
                text.append(piece.text());
                held.add(delta);
                if (!mayBecomeCall()) {
                    finish(out);
                }
            } else if (delta instanceof AiDelta.Finish end && end.reason() == FinishReason.STOP) {
                decide(delta, out);
            } else if (delta instanceof AiDelta.Reasoning || delta instanceof AiDelta.UsageReport) {
                held.add(delta);
                if (text.isEmpty()) {
                    release(out); // thinking comes first, and is shown as it comes
                }
            } else {
                finish(out);
                out.accept(delta);
            }
        }

        /** Returns whether all of the text may be a call; anything else is shown as it comes. */
        private boolean mayBecomeCall() {
            if (!isObject && text.length() <= MOST_HELD) {
                Optional<String> inside = begun(text.toString().stripLeading());
                isObject = inside.filter(json -> json.startsWith("{\"")).isPresent();
                return inside.filter("{\""::startsWith).isPresent() || isObject;
            }
            return text.length() <= MOST_HELD;
        }

        /** Returns the beginning of the JSON in a text without its blanks; empty if the text begins in another way. */
        private static Optional<String> begun(String text) {
            if (OPEN_TAG.startsWith(text)) {
                return Optional.of("");
            }
            int line = text.indexOf('\n');
            if (text.startsWith(FENCE) || FENCE.startsWith(text)) {
                String language = line < 0 ? text : text.substring(0, line);
                boolean known = FENCED.stream()
                        .anyMatch(each -> line < 0
                                ? (FENCE + each).startsWith(language.strip())
                                : (FENCE + each).equals(language.strip()));
                return known ? Optional.of(line < 0 ? "" : compact(text.substring(line))) : Optional.empty();
            }
            return Optional.of(compact(text.startsWith(OPEN_TAG) ? text.substring(OPEN_TAG.length()) : text));
        }

        /** Returns the text without the blanks around its first bracket. */
        private static String compact(String json) {
            String first = json.stripLeading();
            return first.startsWith("{") ? "{" + first.substring(1).stripLeading() : first;
        }

        private void decide(AiDelta end, Consumer<AiDelta> out) {
            Optional<AiDelta.ToolCallPart> found = call(text.toString(), call.tools());
            if (found.isEmpty()) {
                finish(out);
                out.accept(end);
                return;
            }
            held.removeIf(AiDelta.Text.class::isInstance);
            finish(out);
            out.accept(found.get());
            out.accept(new AiDelta.Finish(FinishReason.TOOL_CALLS));
            call.addRemark("the answer was the JSON of a tool call as text, and was read as the call");
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            passes = true;
            release(out);
        }

        private void release(Consumer<AiDelta> out) {
            held.forEach(out);
            held.clear();
        }
    }
}
