package dev.plumbline.web;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.ContextOrigins;
import dev.plumbline.ui.Question;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The endpoint of web front ends, by AG-UI 1.0: {@code /agent} runs, {@code /agent/connect} shows a thread again,
 * {@code /agent/cancel} ends its turn. A thread is a conversation on its main branch: the one of that id, or the one that a client gave that name. Thread-safe.
 */
final class AgUiEndpoint {
    private static final int RUNS_KEPT = 1_000;

    private final ConversationTable table;
    private final OpenStreams streams;
    private final Set<String> runs = new LinkedHashSet<>();
    private final Map<String, String> answers = new LinkedHashMap<>();
    private final Set<String> messages = new LinkedHashSet<>();

    AgUiEndpoint(ConversationTable table, OpenStreams streams) {
        this.table = table;
        this.streams = streams;
    }

    /** Runs a turn, or continues one that waits for an answer. */
    void run(ServerExchange exchange, Json body) {
        AgUiInput input = AgUiInput.of(body);
        boolean first;
        LiveConversation conversation;
        synchronized (this) {
            first = isFirst(input);
            conversation = thread(input);
        }
        streams.write(
                exchange,
                conversation,
                stream -> first ? begin(conversation, input, stream) : connect(conversation, input, stream));
    }

    /** Shows a thread again, with what is still to come of its turn. */
    void connect(ServerExchange exchange, Json body) {
        AgUiInput input = AgUiInput.of(body);
        LiveConversation conversation = known(input.threadId());
        streams.write(exchange, conversation, stream -> connect(conversation, input, stream));
    }

    private static AgUiRun connect(LiveConversation conversation, AgUiInput input, EventStream stream) {
        return AgUiRun.ofConnection(conversation, input, stream);
    }

    /** Cancels the turn of a thread. */
    Json cancel(Json body) {
        LiveConversation conversation = known(AgUiInput.text(body, "threadId"));
        return Json.object().with("cancelled", conversation.session().cancel("an AG-UI client has cancelled"));
    }

    /** Returns whether the run was not requested before; a repeated request shows the run and does nothing twice. */
    private boolean isFirst(AgUiInput input) {
        if (runs.size() > RUNS_KEPT) {
            runs.remove(runs.iterator().next());
        }
        return runs.add(input.threadId() + " " + input.runId());
    }

    private AgUiRun begin(LiveConversation conversation, AgUiInput input, EventStream stream) {
        Map<String, Question> open = conversation.questions();
        if (!input.resume().isEmpty()) {
            return resume(conversation, input, stream);
        }
        if (!open.isEmpty()) {
            return refuse(
                    conversation,
                    input,
                    stream,
                    "interrupt-pending",
                    "the thread waits for an answer: send it as resume");
        }
        if (input.lastOfUser().isEmpty()) {
            return connect(conversation, input, stream);
        }
        Interaction.User message = AgUiInput.user(
                conversation.redaction().restored(input.lastOfUser().get()));
        AgUiRun run = AgUiRun.ofNextTurn(conversation, input, stream);
        try {
            CompletableFuture<?> unused = conversation.session().sendAsync(message, SessionOptions.none());
        } catch (IllegalStateException busy) {
            run.fail("busy", "a turn of this thread is running: connect to it, or cancel it");
        }
        return run;
    }

    private static AgUiRun refuse(
            LiveConversation conversation, AgUiInput input, EventStream stream, String... codeAndMessage) {
        AgUiRun run = AgUiRun.ofNextTurn(conversation, input, stream);
        run.fail(codeAndMessage[0], codeAndMessage[1]);
        return run;
    }

    private AgUiRun resume(LiveConversation conversation, AgUiInput input, EventStream stream) {
        Map<String, Question> open = new LinkedHashMap<>();
        conversation.questions().forEach((key, question) -> open.put(AgUiEvents.interruptId(key, question), question));
        if (isRepeated(input)) {
            return connect(conversation, input, stream);
        }
        if (!input.resume().keySet().equals(open.keySet())) {
            return refuse(
                    conversation,
                    input,
                    stream,
                    "interrupt-unknown",
                    "resume must answer exactly the open interrupts; one has expired, was answered elsewhere, or is missing");
        }
        Optional<Json> said = newMessage(conversation, input);
        AgUiRun run = AgUiRun.ofAnswer(conversation, input, stream, said.isPresent());
        said.ifPresent(message -> interject(conversation, message, run));
        input.resume().forEach((id, entry) -> answer(run, id, Objects.requireNonNull(open.get(id)), entry));
        return run;
    }

    /** Returns a message that the person wrote while the question waited. */
    private synchronized Optional<Json> newMessage(LiveConversation conversation, AgUiInput input) {
        if (messages.size() > RUNS_KEPT) {
            messages.remove(messages.iterator().next());
        }
        return input.lastOfUser()
                .filter(message -> !conversation.isShown(AgUiInput.text(message, "id")))
                .filter(message -> messages.add(input.threadId() + " " + AgUiInput.text(message, "id")));
    }

    /** Adds a message to the turn, before it goes on. */
    private static void interject(LiveConversation conversation, Json message, AgUiRun run) {
        Interaction.User meant = AgUiInput.user(conversation.redaction().restored(message));
        boolean isText = meant.parts().stream().allMatch(part -> part instanceof Part.Text);
        if (!isText || !conversation.session().interject(meant.text())) {
            run.fail(
                    "message-refused",
                    "with an answer only a message of text can be sent, while its turn runs; send it again afterwards");
        }
    }

    private synchronized boolean isRepeated(AgUiInput input) {
        return input.resume().entrySet().stream()
                .allMatch(entry -> entry.getValue().canonical().equals(answers.get(entry.getKey())));
    }

    private void answer(AgUiRun run, String id, Question question, Json entry) {
        synchronized (this) {
            if (answers.size() > RUNS_KEPT) {
                answers.remove(answers.keySet().iterator().next());
            }
            answers.put(id, entry.canonical());
        }
        try {
            if (!AgUiAnswer.of(question, run.restored(entry)).give()) {
                run.fail("interrupt-expired", "the question has expired or was answered elsewhere");
            }
        } catch (RequestRefusal invalid) {
            synchronized (this) {
                answers.remove(id);
            }
            run.fail("resume-invalid", invalid.why());
        }
    }

    private LiveConversation thread(AgUiInput input) {
        try {
            return known(input.threadId());
        } catch (RequestRefusal unknown) {
            List<Interaction> history = input.history();
            LiveConversation created = table.create(id(input.threadId()), body -> withHistory(body, history));
            if (!history.isEmpty()) { // nobody knows what it was made of: the results of its tools are not among it
                created.session().state().update(ContextOrigins.SENT, ContentOrigin.WEB::strictest);
            }
            return created;
        }
    }

    private static AiBody withHistory(AiBody body, List<Interaction> history) {
        AiBody.Builder builder = body.toBuilder();
        history.forEach(builder::add);
        return builder.build();
    }

    private synchronized LiveConversation known(String threadId) {
        try {
            return table.find(threadId, ConversationTree.MAIN);
        } catch (RequestRefusal named) {
            return table.find(id(threadId), ConversationTree.MAIN);
        }
    }

    /** Returns the id of the conversation that is the thread of that name, in every process that has its journal. */
    private static String id(String threadId) {
        return Digest.of("plb1/ag-ui-thread").text(threadId).fingerprint().toString();
    }
}
