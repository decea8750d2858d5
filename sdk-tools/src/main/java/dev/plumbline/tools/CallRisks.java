package dev.plumbline.tools;

import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.CallRisk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Describes the risk of a call, and remembers what was approved, by tool, to compare with it. */
final class CallRisks {
    private static final StateKey<Map<String, ApprovedCall>> LAST =
            StateKey.of("plumbline.tools.last-approved", StateKey.Scope.SESSION, Map.of());

    private CallRisks() {}

    /** Returns the risk of a call whose arguments have these rows, at that revision of the watched document. */
    static CallRisk of(GuardedToolContext call, Map<String, Question.Part> rows, WatchedRevision at, Words words) {
        InvocationContext setting = call.setting();
        ToolDefinition tool = setting.definition();
        CallRisk.Effect effect = tool.isDestructive()
                ? CallRisk.Effect.DESTRUCTIVE
                : tool.isReadOnly() ? CallRisk.Effect.READ_ONLY : CallRisk.Effect.MODIFYING;
        Optional<ApprovedCall> last =
                Optional.ofNullable(setting.scope().approvals().get(LAST).get(tool.name()));
        return new CallRisk(
                effect,
                tool.isOpenWorld(),
                at.document(last.filter(before -> !before.at().equals(at)).isPresent()),
                last.map(before -> before.changes(new ApprovedCall(rows, at))),
                Optional.ofNullable(UntrustedReading.of(setting.scope(), words)).map(read -> withValues(read, call)));
    }

    private static CallRisk.UntrustedSource withValues(CallRisk.UntrustedSource read, GuardedToolContext call) {
        return new CallRisk.UntrustedSource(read.origin(), read.source(), UntrustedValues.of(call));
    }

    /** Remembers an approved call as the last one of its tool. */
    static void approved(GuardedToolContext call, Map<String, Question.Part> rows, WatchedRevision at) {
        State approvals = call.setting().scope().approvals();
        approvals.update(LAST, before -> {
            Map<String, ApprovedCall> more = new HashMap<>(before);
            more.put(call.call().name(), new ApprovedCall(rows, at));
            return Map.copyOf(more);
        });
    }

    /**
     * The revision of the watched document.
     *
     * @param key the key of its context source
     * @param revision its revision; empty if it is not known
     */
    record WatchedRevision(Optional<String> key, Optional<String> revision) {
        private static final int MOST_READ = 10_000;
        private static final int MOST_SHOWN = 100;

        private Optional<CallRisk.WatchedDocument> document(boolean isChanged) {
            return key.flatMap(name -> revision.map(now -> named(now, isChanged)
                    .orElseGet(() -> new CallRisk.WatchedDocument(
                            name, VisibleTextEscaper.of(JsonTruncator.ofText(now, MOST_SHOWN)), isChanged))));
        }

        /** Returns the document that is in the text of {@code ContextSource.document}; empty for another text. */
        private static Optional<CallRisk.WatchedDocument> named(String text, boolean isChanged) {
            if (!text.startsWith("{\"id\":\"") || text.length() > MOST_READ) {
                return Optional.empty();
            }
            try {
                Json document = Json.parse(text);
                Json revision = document.get("revision");
                return document.fields().size() == 2 && revision.kind() == Json.Kind.STRING
                        ? Optional.of(new CallRisk.WatchedDocument(
                                shown(document.get("id").asText()), shown(revision.asText()), isChanged))
                        : Optional.empty();
            } catch (JsonException notJson) {
                return Optional.empty();
            }
        }

        /** Returns a text of the host for a sentence: what could be read as a part of the sentence has quotes. */
        private static String shown(String text) {
            String part = JsonTruncator.ofText(text, MOST_SHOWN);
            boolean isName =
                    part.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || " ._-/:#+@".indexOf(c) >= 0);
            return isName && !part.isBlank() ? VisibleTextEscaper.of(part) : VisibleTextEscaper.quoted(part);
        }
    }

    /** The digests of the rows, and the document, of an approved call: a question has at most a hundred rows. */
    private record ApprovedCall(List<Row> rows, WatchedRevision at) {
        ApprovedCall(Map<String, Question.Part> shown, WatchedRevision at) {
            this(
                    shown.entrySet().stream()
                            .map(row -> new Row(row.getKey(), row.getValue().digest()))
                            .toList(),
                    at);
        }

        /** Returns the names of the rows that differ, are new, or are gone. */
        List<String> changes(ApprovedCall now) {
            return Stream.concat(rows.stream(), now.rows.stream())
                    .filter(row -> !rows.contains(row) || !now.rows.contains(row))
                    .map(Row::name)
                    .distinct()
                    .sorted()
                    .toList();
        }

        private record Row(String name, String digest) {}
    }
}
