package dev.plumbline.testkit;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.internal.BoundCallLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A provider whose answers are bound to everything that was sent before them, as those of current services are: tools,
 * instructions and messages. A call that sends an answer behind something else fails with INVALID_REQUEST {@code
 * sent-prefix}, which names the place of the first difference; a chain sends no such call, but leaves the bound parts out
 * and starts over, which is recorded. It answers with the answers of another provider, to which it
 * adds an opaque part. For policies, extensions and plug-ins: a conversation over it starts over where one of them rewrites what was
 * sent. Thread-safe if the other provider is.
 */
public final class BindingProvider implements AiProvider {
    private final AiProvider answers;
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private final List<String> restarts = new CopyOnWriteArrayList<>();
    private final Optional<BoundCallLog> log;
    private final Map<String, List<String>> answered = new ConcurrentHashMap<>();
    private final Set<List<String>> requests = ConcurrentHashMap.newKeySet();

    BindingProvider(AiProvider answers, Optional<BoundCallLog> log) {
        this.answers = answers;
        this.log = log;
    }

    /** Returns a provider with the answers of that one, such as a {@link ScriptedProvider}. */
    public static BindingProvider of(AiProvider answers) {
        return new BindingProvider(Objects.requireNonNull(answers, "answers"), Optional.empty());
    }

    /** Returns why calls were refused, oldest first; a conversation that sends what it has sent leaves it empty. */
    public List<String> refused() {
        return List.copyOf(refused);
    }

    /**
     * Returns what differed in calls that sent something else before an answer than what it was made to, oldest first, e.g.
     * {@code messages before message 2}; see {@link AiCall#STARTS_OVER}.
     */
    public List<String> restarts() {
        return List.copyOf(restarts);
    }

    @Override
    public AiReturn call(AiCall call) {
        call.attribute(AiCall.STARTS_OVER).ifPresent(restarts::add);
        String difference = difference(call);
        if (!difference.isEmpty()) {
            refused.add(difference);
            log.ifPresent(file -> file.refused(difference));
            return AiReturn.failed(AiError.of(AiError.Category.INVALID_REQUEST, "sent-prefix", difference));
        }
        log.ifPresent(file -> judge(call, file));
        Part.Opaque bound = new Part.Opaque(id(), Json.object().with("sent", sent(call, call.effective())));
        AtomicBoolean begun = new AtomicBoolean();
        AiReturn ret = answers.call(call.withSink(call.sink().forwardingTo(delta -> {
            if (isContent(delta) && begun.compareAndSet(false, true)) {
                call.sink().accept(new AiDelta.Whole(bound));
            }
            call.sink().accept(delta);
        })));
        if (!begun.get()) {
            return ret;
        }
        if (log.isPresent()) {
            List<String> request = sent(call, Interaction.withoutOpaque(call.effective()));
            requests.add(request);
            answered.put(words(ret.interactions()), request);
        }
        return ret.toBuilder().interactions(with(bound, ret.interactions())).build();
    }

    private static boolean isContent(AiDelta delta) {
        return !(delta instanceof AiDelta.UsageReport
                || delta instanceof AiDelta.Finish
                || delta instanceof AiDelta.Reset
                || delta instanceof AiDelta.Boundary);
    }

    /** Writes whether a conversation starts over with a call, and whether the call says so. */
    private void judge(AiCall call, BoundCallLog file) {
        call.attribute(AiCall.STARTS_OVER)
                .ifPresentOrElse(file::startsOver, () -> beginning(call).ifPresent(file::startsOverUnsaid));
        file.answered();
    }

    /**
     * Returns what differs before the last answer of a call from what it was given to; empty if nothing does, or if all that is
     * before it was a call itself, as it is after an edit.
     */
    private Optional<String> beginning(AiCall call) {
        List<Interaction> said = call.effective();
        int end = said.size();
        while (end > 0 && !isAnswer(said.get(end - 1))) {
            end--;
        }
        int from = end;
        while (from > 0 && isAnswer(said.get(from - 1))) {
            from--;
        }
        List<String> before = sent(call, Interaction.withoutOpaque(said.subList(0, from)));
        List<String> then = requests.contains(before) ? null : answered.get(words(said.subList(from, end)));
        return then == null ? Optional.empty() : Optional.of(difference(then, before, from));
    }

    private static boolean isAnswer(Interaction item) {
        return item instanceof Interaction.Assistant || item instanceof Interaction.ToolCall;
    }

    /** Returns the text of an answer and the ids of its calls, by which it is recognised. */
    private static String words(List<? extends Interaction> answer) {
        StringBuilder words = new StringBuilder();
        for (Interaction item : answer) {
            words.append(item instanceof Interaction.ToolCall call ? call.id() : item.text());
        }
        return words.toString();
    }

    private static List<Interaction> with(Part.Opaque bound, List<Interaction> answer) {
        List<Interaction> all = new ArrayList<>(answer);
        List<Part> parts = new ArrayList<>(List.of(bound));
        if (answer.get(0) instanceof Interaction.Assistant first) {
            parts.addAll(first.parts());
            all.set(0, new Interaction.Assistant(parts));
        } else {
            all.add(0, new Interaction.Assistant(parts));
        }
        return all;
    }

    /** Returns what an answer of the call is bound to and the call does not send; empty if it sends all. */
    private String difference(AiCall call) {
        List<Interaction> said = call.effective();
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i) instanceof Interaction.Assistant answer) {
                for (Part part : answer.parts()) {
                    String difference =
                            part instanceof Part.Opaque own && own.provider().equals(id())
                                    ? difference(
                                            own.data().get("sent").elements().stream()
                                                    .map(Json::asText)
                                                    .toList(),
                                            sent(call, said.subList(0, i)),
                                            i)
                                    : "";
                    if (!difference.isEmpty()) {
                        return difference;
                    }
                }
            }
        }
        return "";
    }

    private static String difference(List<String> then, List<String> now, int answer) {
        for (int i = 0; i < Math.max(then.size(), now.size()); i++) {
            if (i >= then.size() || i >= now.size() || !then.get(i).equals(now.get(i))) {
                String place = i == 0 ? "the tools" : "interaction " + (i - 1);
                String what = i >= then.size() ? " is new" : i >= now.size() ? " is missing" : " has changed";
                return place + what + " before the answer at " + answer + ", which was given to something else";
            }
        }
        return "";
    }

    /** Returns digests of the tools and of each interaction, none of which shows its content. */
    private static List<String> sent(AiCall call, List<Interaction> said) {
        List<String> digests = new ArrayList<>();
        StringBuilder tools = new StringBuilder();
        for (ToolDefinition tool : call.tools()) {
            tools.append(tool.name())
                    .append('\n')
                    .append(tool.description())
                    .append('\n')
                    .append(tool.inputSchema().text())
                    .append('\n');
        }
        digests.add(digest(tools.toString()));
        for (Interaction item : said) {
            digests.add(digest(item.toJson().text()));
        }
        return digests;
    }

    private static String digest(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @Override
    public String id() {
        return answers.id();
    }

    @Override
    public String defaultModel() {
        return answers.defaultModel();
    }

    @Override
    public SchemaDialect schemaDialect() {
        return answers.schemaDialect();
    }

    @Override
    public void close() {
        answers.close();
    }
}
