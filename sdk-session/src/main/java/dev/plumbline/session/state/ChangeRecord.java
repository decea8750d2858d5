package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.session.state.ConversationChange.BranchCreated;
import dev.plumbline.session.state.ConversationChange.CallEnded;
import dev.plumbline.session.state.ConversationChange.CallStarted;
import dev.plumbline.session.state.ConversationChange.CallsRefused;
import dev.plumbline.session.state.ConversationChange.EntryAppended;
import dev.plumbline.session.state.ConversationChange.FactWithdrawn;
import dev.plumbline.session.state.ConversationChange.FormatRaised;
import dev.plumbline.session.state.ConversationChange.HeadMoved;
import dev.plumbline.session.state.ConversationChange.Interjected;
import dev.plumbline.session.state.ConversationChange.InterjectionAppended;
import dev.plumbline.session.state.ConversationChange.InterjectionRefused;
import dev.plumbline.session.state.ConversationChange.MessageQueued;
import dev.plumbline.session.state.ConversationChange.MessageWithdrawn;
import dev.plumbline.session.state.ConversationChange.Opened;
import dev.plumbline.session.state.ConversationChange.SubtreeDeleted;
import dev.plumbline.session.state.ConversationChange.Summarized;
import dev.plumbline.session.state.ConversationChange.TurnBegun;
import dev.plumbline.session.state.ConversationChange.TurnEnded;
import dev.plumbline.session.state.ConversationChange.UsageAdded;
import dev.plumbline.session.state.ConversationChange.ValueSet;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records of changes in a journal: {@code docs/durability.md} has their members. */
public final class ChangeRecord {
    private ChangeRecord() {}

    /** Returns the record of a change without its time; null for a change that is not stored. */
    public static @Nullable Json write(ConversationChange change) {
        Json record = record(change);
        return record == null ? null : withMarks(record);
    }

    /**
     * Adds where values were found that redaction hides: a part of a result has them from the whole, which may be gone
     * when the record is read.
     */
    private static Json withMarks(Json record) {
        Marks marks = Marks.of(record);
        return marks.isEmpty() ? record : record.with("marks", marks.toJson());
    }

    private static @Nullable Json record(ConversationChange change) {
        if (change instanceof EntryAppended appended) {
            Json record = of("entry", appended.branch())
                    .with("entry", appended.entry().toJson());
            return withStops(record, appended.entry().interactions());
        } else if (change instanceof TurnBegun turn) {
            return of("turn", turn.branch()).with("turn", turn.turn());
        } else if (change instanceof TurnEnded turn) {
            Json record = of("ended", turn.branch()).with("turn", turn.turn()).with("status", turn.status());
            return turn.spent().write(record);
        } else if (change instanceof CallStarted call) {
            return started(call);
        } else if (change instanceof CallEnded call) {
            Json record =
                    of("result", call.branch()).with("result", call.result().toJson());
            return withStops(record, List.of(call.result()));
        } else if (change instanceof CallsRefused refused) {
            return of("refused", refused.branch())
                    .with("envelope", refused.envelope().toJson());
        } else if (change instanceof ValueSet set) {
            return value(set);
        }
        return ofTree(change);
    }

    /** Adds the ids of results that end the turn: their own JSON does not say so, because models see it. */
    private static Json withStops(Json record, List<? extends Interaction> interactions) {
        List<String> stops = new ArrayList<>();
        for (Interaction item : interactions) {
            if (item instanceof Interaction.ToolResult result
                    && result.envelope().stopsTurn()) {
                stops.add(result.callId());
            }
        }
        return stops.isEmpty() ? record : record.with("stops", stops);
    }

    private static Json started(CallStarted call) {
        IToolExecutor.RunArguments changed = call.changed().orElse(null);
        Json record = of(changed == null ? "call" : "changed-call", call.branch())
                .with("call", call.call().id());
        return changed == null
                ? record
                : record.with("arguments", changed.arguments()).with("edited", changed.isEdited());
    }

    private static @Nullable Json ofTree(ConversationChange change) {
        if (change instanceof Opened opened) {
            return of("opened")
                    .with("format", opened.format())
                    .with("namespace", opened.namespace())
                    .with("body", opened.body().withInteractions(List.of()).toJson())
                    .with(
                            "entries",
                            opened.entries().stream()
                                    .map(ConversationEntry::toJson)
                                    .toList());
        } else if (change instanceof BranchCreated created) {
            return of("branch", created.branch())
                    .with("from", created.from().text())
                    .with("like", created.like());
        } else if (change instanceof HeadMoved moved) {
            return of("moved", moved.branch()).with("to", moved.to().text());
        } else if (change instanceof SubtreeDeleted deleted) {
            return of("deleted").with("entry", deleted.entry().text());
        } else if (change instanceof FactWithdrawn withdrawn) {
            return of("fact-withdrawn").with("fact", withdrawn.key());
        } else if (change instanceof Summarized summary) {
            Json record = of("summarized", summary.branch())
                    .with("from", summary.from().text())
                    .with("to", summary.to().text())
                    .with("summary", summary.summary());
            return summary.above().isPresent()
                    ? record.with("above", summary.above().get())
                    : record;
        }
        return ofMessage(change);
    }

    private static @Nullable Json ofMessage(ConversationChange change) {
        if (change instanceof MessageQueued queued) {
            return of("queued", queued.branch())
                    .with("turn", queued.message().turn())
                    .with("message", queued.message().input().toJson());
        } else if (change instanceof MessageWithdrawn withdrawn) {
            return of("withdrawn", withdrawn.branch()).with("turn", withdrawn.turn());
        } else if (change instanceof Interjected said) {
            return of("interjected", said.branch()).with("message", said.input().toJson());
        } else if (change instanceof InterjectionRefused refused) {
            return of("unheard", refused.branch());
        } else if (change instanceof InterjectionAppended heard) {
            return of("heard", heard.branch()).with("entry", heard.entry().toJson());
        } else if (change instanceof UsageAdded used) {
            return used.spent().write(of("usage", used.branch()));
        } else if (change instanceof FormatRaised raised) {
            return of("format").with("format", raised.format());
        }
        return null;
    }

    private static @Nullable Json value(ValueSet set) {
        Json form = set.value().form();
        if (form == null) {
            return null;
        }
        Json record = set.key().isPresent() ? of("state", set.key().get()) : of("state");
        return record.with("name", set.name()).with("value", form);
    }

    private static Json of(String kind) {
        return Json.object().with("kind", kind);
    }

    private static Json of(String kind, String branch) {
        return of(kind).with("branch", branch);
    }

    /**
     * Returns the change of a record; null for a kind that this version does not know.
     *
     * @throws RuntimeException if the record has another form
     */
    public static @Nullable ConversationChange read(Json record) {
        Json marks = record.get("marks");
        return change(marks.exists() ? Marks.from(marks).mark(record, "") : record);
    }

    private static @Nullable ConversationChange change(Json record) {
        return switch (record.get("kind").asText()) {
            case "opened" -> opened(record);
            case "format" -> new FormatRaised(format(record));
            case "entry" -> entry(record);
            case "heard" -> new InterjectionAppended(branch(record), ConversationEntry.from(record.get("entry")));
            case "branch" ->
                new BranchCreated(branch(record), id(record, "from"), text(record, "like", ConversationTree.MAIN));
            case "moved" -> new HeadMoved(branch(record), id(record, "to"), false);
            case "deleted" -> new SubtreeDeleted(id(record, "entry"));
            case "fact-withdrawn" -> new FactWithdrawn(record.get("fact").asText());
            case "summarized" ->
                new Summarized(
                        branch(record),
                        id(record, "from"),
                        id(record, "to"),
                        record.get("summary").asText(),
                        record.get("above").exists()
                                ? Optional.of(record.get("above").asLong())
                                : Optional.empty());
            case "state" ->
                new ValueSet(
                        record.get("branch").exists() ? Optional.of(branch(record)) : Optional.empty(),
                        record.get("name").asText(),
                        new StateValues.Value(null, record.get("value")));
            case "turn" -> new TurnBegun(branch(record), text(record, "turn", ""), null);
            case "ended" ->
                new TurnEnded(
                        branch(record),
                        text(record, "turn", ""),
                        text(record, "status", ""),
                        UsageTotal.read(record),
                        null);
            case "usage" -> new UsageAdded(branch(record), UsageTotal.read(record));
            case "call", "changed-call" -> started(record);
            case "result" -> ended(record);
            case "refused" -> new CallsRefused(branch(record), ToolEnvelope.from(record.get("envelope")), List.of());
            case "queued" ->
                new MessageQueued(
                        branch(record), new WaitingMessage(record.get("turn").asText(), message(record)));
            case "withdrawn" ->
                new MessageWithdrawn(branch(record), record.get("turn").asText());
            case "unheard" -> new InterjectionRefused(branch(record));
            case "interjected" -> new Interjected(branch(record), message(record));
            default -> null;
        };
    }

    private static Opened opened(Json record) {
        List<ConversationEntry> entries = record.get("entries").elements().stream()
                .map(ConversationEntry::from)
                .toList();
        return new Opened(
                format(record), record.get("namespace").asText(), AiBody.from(record.get("body")), entries, null);
    }

    private static int format(Json record) {
        int format = record.get("format").asInt();
        if (format < 1 || format > ConversationState.FORMAT) {
            throw new IllegalArgumentException("the format " + format + " of a newer version");
        }
        return format;
    }

    private static CallStarted started(Json record) {
        Interaction.ToolCall call = new Interaction.ToolCall(record.get("call").asText(), "unknown", Json.object());
        Json changed = record.get("arguments");
        return new CallStarted(
                branch(record),
                call,
                changed.exists()
                        ? Optional.of(new IToolExecutor.RunArguments(
                                changed, record.get("edited").asBoolean()))
                        : Optional.empty(),
                false);
    }

    /** Returns the result of a call; records of older versions may be nested deeper than an entry. */
    private static CallEnded ended(Json record) {
        Interaction.ToolResult result = (Interaction.ToolResult) Interaction.from(record.get("result"));
        return new CallEnded(branch(record), (Interaction.ToolResult) stopping(
                record,
                new Interaction.ToolResult(result.callId(), result.envelope().bounded())));
    }

    private static EntryAppended entry(Json record) {
        ConversationEntry entry = ConversationEntry.from(record.get("entry"));
        if (!record.get("stops").exists()) {
            return new EntryAppended(branch(record), entry);
        }
        List<Interaction> stopping = new ArrayList<>();
        entry.interactions().forEach(item -> stopping.add(stopping(record, item)));
        return new EntryAppended(branch(record), entry.withInteractions(stopping));
    }

    private static Interaction stopping(Json record, Interaction item) {
        return item instanceof Interaction.ToolResult result
                        && record.get("stops").exists()
                        && record.get("stops").elements().contains(Json.of(result.callId()))
                ? new Interaction.ToolResult(result.callId(), result.envelope().withStopsTurn(true))
                : item;
    }

    private static Interaction.User message(Json record) {
        return (Interaction.User) Interaction.from(record.get("message"));
    }

    private static String branch(Json record) {
        return record.get("branch").asText();
    }

    private static String text(Json record, String member, String otherwise) {
        Json text = record.get(member);
        return text.exists() ? text.asText() : otherwise;
    }

    private static ConversationEntry.Id id(Json record, String member) {
        return new ConversationEntry.Id(record.get(member).asText());
    }
}
