package dev.plumbline.web;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.ViewRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of AG-UI: the part of a turn from a request until the answer, the next question or the end. A question ends the
 * run, not the turn; the run that answers it shows the rest. Called under the lock of its conversation.
 */
final class AgUiRun implements LiveConversation.Listener {
    /** The beginnings of the keys of rows that are not messages, or not yet. */
    private static final List<String> BESIDE_MESSAGES = List.of("approval.", "notice.", "news.", "waiting.");

    private final LiveConversation conversation;
    private final AgUiInput input;
    private final EventStream stream;
    private final AgUiContent content;
    private final AgUiText text;
    private final AgUiToolCalls calls;
    private TurnProgress progress = TurnProgress.IDLE;
    private boolean live;
    private boolean ownMessageDue;
    private boolean stale;
    /** Whether all pieces of the calls of this round have been seen; others are shown as a whole when they are stored. */
    private boolean callsAreWhole;

    private int round;
    private boolean over;

    private AgUiRun(LiveConversation conversation, AgUiInput input, EventStream stream) {
        this.conversation = conversation;
        this.input = input;
        this.stream = stream;
        this.content = new AgUiContent(conversation.redaction(), stream);
        this.text = new AgUiText(stream, content);
        this.calls = new AgUiToolCalls(conversation, stream, content);
    }

    /** Begins a run that shows the next turn, which the caller starts afterwards. */
    static AgUiRun ofNextTurn(LiveConversation conversation, AgUiInput input, EventStream stream) {
        AgUiRun run = new AgUiRun(conversation, input, stream);
        run.ownMessageDue = true;
        conversation.add(run, rows -> run.begin());
        return run;
    }

    /**
     * Begins a run that shows the rest of the running turn, after a question that the caller answers afterwards.
     *
     * @param hasMessage whether the client sends a message with the answer
     */
    static AgUiRun ofAnswer(LiveConversation conversation, AgUiInput input, EventStream stream, boolean hasMessage) {
        AgUiRun run = new AgUiRun(conversation, input, stream);
        run.live = true;
        run.ownMessageDue = hasMessage;
        conversation.add(run, rows -> run.begin());
        return run;
    }

    /** Begins a run that shows the conversation so far and the rest of the running turn, if there is one. */
    static AgUiRun ofConnection(LiveConversation conversation, AgUiInput input, EventStream stream) {
        AgUiRun run = new AgUiRun(conversation, input, stream);
        run.live = true;
        conversation.add(run, run::connect);
        return run;
    }

    /** Returns what the client has sent, with the values that were hidden from it. */
    Json restored(Json given) {
        return conversation.redaction().restored(given);
    }

    private void begin() {
        stream.add(AgUiEvents.runStarted(input));
        stream.add(AgUiEvents.state(conversation, progress, content));
    }

    private void connect(List<ViewRow> rows) {
        begin();
        messages(rows);
        Map<String, Question> open = conversation.questions();
        if (!open.isEmpty()) {
            interrupt(open);
        } else if (conversation.isInTurn()) {
            rows.forEach(this::continueText);
        } else {
            end(AgUiEvents.runFinished(input, outcome("success")));
        }
    }

    /** Sends what a growing answer has so far. */
    private void continueText(ViewRow row) {
        if (row instanceof ViewRow.Answer answer && answer.entry().isEmpty()) {
            text.add(answer);
        }
    }

    private void messages(List<ViewRow> rows) {
        stream.add(AgUiEvents.of("MESSAGES_SNAPSHOT").with("messages", AgUiMessages.of(conversation, rows, content)));
    }

    /** Ends the run with an error; the turn goes on. */
    void fail(String code, String message) {
        end(AgUiEvents.runError(code, content.text(message)));
    }

    private void end(Json last) {
        if (!over) {
            over = true;
            stream.add(last);
            stream.end();
        }
    }

    @Override
    public void onEvent(SessionEvent event) {
        live |= event instanceof SessionEvent.TurnStarted;
        if (!live || over) {
            return;
        }
        if (event instanceof SessionEvent.RoundStarted) {
            closeParts();
            round = event.ids().round();
            callsAreWhole = true;
            stream.add(AgUiEvents.step("STEP_STARTED", round));
        } else if (event instanceof SessionEvent.Reset) {
            stale |= text.isOpen() || calls.isOpen();
            text.close();
            calls.close();
            callsAreWhole = true;
        } else if (event instanceof SessionEvent.ToolProposed piece && callsAreWhole) {
            calls.propose(piece, text.messageId());
        } else if (event instanceof SessionEvent.ToolProgressed now) {
            stream.add(AgUiEvents.progress(now, conversation.shownId(now.call().id()), content));
        } else if (event instanceof SessionEvent.Custom news) {
            stream.add(AgUiEvents.news(news, content));
        } else if (event instanceof SessionEvent.ToolFinished finished) {
            calls.finish(finished.result());
        } else if (event instanceof SessionEvent.Progressed now) {
            progress = now.progress();
            stream.add(AgUiEvents.stateDelta("progress", AgUiEvents.progress(progress, content)));
        }
    }

    @Override
    public void onChange(RowChange change) {
        if (isBesideMessages(change)) {
            return;
        }
        if (change instanceof RowChange.Added added
                && added.row() instanceof ViewRow.UserMessage said
                && said.status() == ViewRow.UserMessage.Status.STORED) {
            onMessage(said);
        } else if (!live || over) {
            return;
        } else if (change instanceof RowChange.Appended more) {
            text.append(more);
        } else if (change instanceof RowChange.Added added && added.row() instanceof ViewRow.Answer answer) {
            text.add(answer);
        } else if (change instanceof RowChange.Removed) {
            stale = true;
        }
    }

    private static boolean isBesideMessages(RowChange change) {
        return BESIDE_MESSAGES.stream().anyMatch(change.key()::startsWith);
    }

    /** Lets the client's message keep its id; a message that another window has sent is shown as a whole. */
    private void onMessage(ViewRow.UserMessage said) {
        if (ownMessageDue && live) {
            ownMessageDue = false;
            input.lastOfUser().ifPresent(message -> conversation.showAs(said.key(), AgUiInput.text(message, "id")));
        } else {
            stale = true;
        }
    }

    @Override
    public void onShown(SessionEvent event) {
        if (!live || over) {
            return;
        }
        if (event instanceof SessionEvent.EntryAppended stored) {
            onEntry(stored);
        }
        if (event instanceof SessionEvent.QuestionAsked) {
            closeParts();
            showAgain();
            interrupt(conversation.questions());
        } else if (event instanceof SessionEvent.TurnFinished finished) {
            finish(finished.ret());
        } else if (stale) {
            text.close();
            showAgain();
        }
    }

    /** Sends all messages if the client has seen something that is no longer there, or has not seen something. */
    private void showAgain() {
        if (stale) {
            stale = false;
            conversation.read(this::messages);
        }
    }

    private void onEntry(SessionEvent.EntryAppended stored) {
        ConversationEntry entry = stored.entry();
        if (entry.kind() == Interaction.Kind.USER || entry.kind() == Interaction.Kind.TOOL_RESULT) {
            return;
        }
        Optional<String> message = text.messageId();
        text.close();
        stale |= calls.store(stored, message);
    }

    private void closeParts() {
        text.close();
        calls.close();
        if (round > 0) {
            stream.add(AgUiEvents.step("STEP_FINISHED", round));
            round = 0;
        }
    }

    private void interrupt(Map<String, Question> open) {
        stream.add(AgUiEvents.state(conversation, progress, content));
        List<Json> interrupts = open.entrySet().stream()
                .map(one -> AgUiEvents.interrupt(conversation, one.getKey(), one.getValue(), content))
                .toList();
        end(AgUiEvents.runFinished(input, outcome("interrupt").with("interrupts", interrupts)));
    }

    private void finish(AiReturn ret) {
        closeParts();
        showAgain();
        stream.add(AgUiEvents.stateDelta("running", false));
        stream.add(AgUiEvents.stateDelta(
                "usage", AgUiEvents.usage(conversation.session().usage())));
        if (ret.status() == AiReturn.Status.CANCELLED) {
            end(AgUiEvents.runFinished(input, outcome("cancelled")));
        } else {
            end(ret.error()
                    .map(error -> AgUiEvents.runError(error, content))
                    .orElseGet(() -> AgUiEvents.runFinished(input, outcome("success"))));
        }
    }

    private static Json outcome(String type) {
        return Json.object().with("type", type);
    }

    @Override
    public void onOverflow() {
        fail("slow", "the client reads too slowly; connect again");
    }

    @Override
    public void onEnded() {
        fail("closed", "the conversation was closed by its program");
    }
}
