package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.policy.internal.AdditionGuard;
import dev.plumbline.policy.internal.AnswerRestorer;
import dev.plumbline.policy.internal.WholeConversation;
import dev.plumbline.provider.Secret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replaces values in the request by pseudonyms and restores them in the answer; the table of both belongs to this one
 * call.
 */
final class RedactionPolicy implements Policy {
    private final CachingScanner scanner;
    private final Secret secret;
    private final RedactorWarmUp warmUp;
    private final boolean restoreLinks;

    RedactionPolicy(CachingScanner scanner, Secret secret, RedactorWarmUp warmUp, boolean restoreLinks) {
        this.scanner = scanner;
        this.secret = secret;
        this.warmUp = warmUp;
        this.restoreLinks = restoreLinks;
    }

    @Override
    public Role role() {
        return Role.REDACTION;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        warmUp.await(call.cancellation());
        PseudonymGenerator pseudonyms = new PseudonymGenerator(secret, call.namespace());
        Optional<WholeConversation> whole = call.attribute(WholeConversation.KEY);
        State values = whole.isPresent() ? whole.get().values().orElse(call.state()) : call.state();
        RedactedTranscript conversation =
                values.get(RedactedTranscript.OF_CONVERSATION).knowing(() -> said(call), scanner, pseudonyms);
        Offer offer = new Offer(scanner, pseudonyms);
        AiCall offering = offer.redacted(call);
        RedactedTranscript sentBefore = call.state().get(RedactedTranscript.KEY);
        RedactedTranscript seen = sentBefore
                .knowing(conversation.table().plus(offer.values), scanner, pseudonyms)
                .next(call.effective(), scanner, pseudonyms);
        call.state().update(RedactedTranscript.KEY, before -> seen);
        PseudonymTable table = seen.table();
        Consumer<PseudonymTable> found = more -> remember(conversation.with(more), values, pseudonyms);
        found.accept(table);
        AiCall sent = RedactedOffer.hiding(
                seen.sent().equals(call.effective()) ? offering : offering.withEffective(seen.sent()), table);
        AddedContent added = new AddedContent(scanner, pseudonyms, sent, table, found);
        AiCall guarded = sent.withAttribute(AdditionGuard.KEY, added);
        if (!table.isEmpty()) {
            int changed = seen.changedFrom(sentBefore);
            call.addRemark("redacted: " + table.size()
                    + (changed < 0
                            ? ""
                            : "; hides what was found late, from message " + (changed + 1)
                                    + " on, so little is read from the prompt cache"));
            guarded = guarded.withAttribute(AiCall.REDACTED, true);
        }
        Optional<Json> shape = call.outputSchema();
        if (shape.isPresent()) {
            Json schemaSent = sent.outputSchema().orElseThrow();
            guarded = guarded.withAttribute(
                    AnswerRestorer.KEY, new Answers(shape.get(), schemaSent, added, restoreLinks));
        }
        AtomicBoolean failed = new AtomicBoolean();
        return ResponsePolicy.filter(
                        each -> new Restoring(added, failed, known -> restoring(known, shape, call.tools())))
                .around(guarded, inner -> {
                    AiReturn ret = next.proceed(inner);
                    failed.set(ret.error().isPresent());
                    return ret;
                });
    }

    /** Stores the values of a conversation for its other branches, if there are more than before. */
    private void remember(RedactedTranscript conversation, State state, PseudonymGenerator pseudonyms) {
        RedactedTranscript before = state.get(RedactedTranscript.OF_CONVERSATION);
        if (!before.isBy(scanner, pseudonyms) || !before.table().hasAll(conversation.table())) {
            state.update(
                    RedactedTranscript.OF_CONVERSATION,
                    older -> older.knowing(conversation.table(), scanner, pseudonyms));
        }
    }

    /** Returns all that was said before a call, of which a part may be sent. */
    private static List<Interaction> said(AiCall call) {
        Optional<WholeConversation> whole = call.attribute(WholeConversation.KEY);
        List<Interaction> given =
                whole.isPresent() ? whole.get().interactions() : call.body().interactions();
        return whole.isPresent() || given.size() > call.effective().size() ? given : List.of();
    }

    /**
     * Restores the values of an answer. It begins with the first delta, when everything has been sent, and does nothing if
     * nothing was hidden.
     */
    private static final class Restoring implements DeltaFilter {
        private final AddedContent added;
        private final AtomicBoolean failed;
        private final Function<PseudonymTable, RedactingDeltaFilter> filters;
        private @Nullable RedactingDeltaFilter filter;

        /**
         * Creates a filter.
         *
         * @param failed whether the call has failed when its answer is over, so that the answer may be cut
         */
        Restoring(AddedContent added, AtomicBoolean failed, Function<PseudonymTable, RedactingDeltaFilter> filters) {
            this.added = added;
            this.failed = failed;
            this.filters = filters;
        }

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            RedactingDeltaFilter known = filter();
            if (known == null) {
                out.accept(delta);
            } else {
                known.accept(delta, out);
            }
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            RedactingDeltaFilter known = filter();
            if (known != null && failed.get()) {
                known.cut(out);
            } else if (known != null) {
                known.finish(out);
            }
        }

        private @Nullable RedactingDeltaFilter filter() {
            if (filter == null && !added.table().isEmpty()) {
                filter = filters.apply(added.table());
            }
            return filter;
        }
    }

    private RedactingDeltaFilter restoring(PseudonymTable table, Optional<Json> shape, List<ToolDefinition> tools) {
        return new RedactingDeltaFilter(
                shape.map(schema -> table.restoringJson(schema, restoreLinks))
                        .orElseGet(() -> table.restoring(restoreLinks)),
                shape.isPresent() ? table.restoringJson(restoreLinks) : table.restoring(restoreLinks),
                tool -> table.restoringJson(schema(tool, tools), true));
    }

    /**
     * Shows answers to the checks inside as the caller will get them.
     *
     * @param schema the output schema of the caller
     * @param sent the output schema that was sent
     */
    private record Answers(Json schema, Json sent, AddedContent added, boolean restoreLinks) implements AnswerRestorer {

        @Override
        public Json restored(Json answer) {
            PseudonymTable table = added.table();
            if (table.isEmpty()) {
                return answer;
            }
            StreamFilter filter = table.restoringJson(schema, restoreLinks);
            return UntrustedJson.parse(filter.accept(answer.text()) + filter.finish());
        }

        @Override
        public Json schema(Json inside) {
            return inside.equals(sent) ? schema : added.table().restored(inside);
        }
    }

    private static Json schema(String tool, List<ToolDefinition> tools) {
        return tools.stream()
                .filter(each -> each.name().equals(tool))
                .findFirst()
                .map(ToolDefinition::inputSchema)
                .orElse(Json.object());
    }

    /**
     * Redacts the parts of a call other than the transcript: the tools' descriptions and schemas, and the output schema.
     */
    private static final class Offer {
        private final CachingScanner scanner;
        private final PseudonymGenerator pseudonyms;
        private final Map<String, String> values = new HashMap<>();

        Offer(CachingScanner scanner, PseudonymGenerator pseudonyms) {
            this.scanner = scanner;
            this.pseudonyms = pseudonyms;
        }

        AiCall redacted(AiCall call) {
            if (call.tools().isEmpty() && call.outputSchema().isEmpty()) {
                return call;
            }
            List<ToolDefinition> tools = new ArrayList<>();
            for (ToolDefinition tool : call.tools()) {
                tools.add(taken(scanner.scan(tool, InteractionRedactor::tool, pseudonyms))
                        .orElse(tool));
            }
            Optional<Json> schema = call.outputSchema()
                    .flatMap(shape -> taken(scanner.scan(shape, InteractionRedactor::schema, pseudonyms)));
            AiCall offering = values.isEmpty() ? call : call.withTools(tools);
            return schema.map(offering::withOutputSchema).orElse(offering);
        }

        private <T> Optional<T> taken(ScanResult<T> scanned) {
            values.putAll(scanned.values());
            return scanned.redacted();
        }
    }
}
