package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.internal.AdditionGuard;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Redacts what policies inside redaction add to one call. What redaction has sent is known by its identity, so nothing is
 * scanned unless a policy changes the call. Used by the thread of the call.
 */
final class AddedContent implements AdditionGuard {
    private final CachingScanner scanner;
    private final PseudonymGenerator pseudonyms;
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private AiCall last;
    private final Consumer<PseudonymTable> found;
    private PseudonymTable table;

    /**
     * Creates the guard of a call.
     *
     * @param sent the call as redaction sends it
     * @param table the values of its pseudonyms
     * @param found receives the table when policies have added values
     */
    AddedContent(
            CachingScanner scanner,
            PseudonymGenerator pseudonyms,
            AiCall sent,
            PseudonymTable table,
            Consumer<PseudonymTable> found) {
        this.scanner = scanner;
        this.pseudonyms = pseudonyms;
        this.last = sent;
        this.table = table;
        this.found = found;
    }

    /** Returns the values of the pseudonyms of the call, with those that policies have added until now. */
    PseudonymTable table() {
        return table;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // an unchanged part of a call is the same instance
    public AiCall checked(AiCall call) {
        boolean same = call.effective() == last.effective()
                && call.tools() == last.tools()
                && call.outputSchema().equals(last.outputSchema());
        if (same) {
            return call;
        }
        learn(last);
        PseudonymTable before = table;
        List<Interaction> said = new ArrayList<>();
        for (Interaction each : call.effective()) {
            said.add(known.contains(each) ? each : redacted(each));
        }
        List<ToolDefinition> tools = new ArrayList<>();
        for (ToolDefinition each : call.tools()) {
            tools.add(known.contains(each) ? each : scanned(each, InteractionRedactor::tool));
        }
        Optional<Json> schema = call.outputSchema()
                .map(each -> known.contains(each) ? each : scanned(each, InteractionRedactor::schema));
        AiCall checked = said.equals(call.effective()) ? call : call.withEffective(said);
        checked = tools.equals(call.tools()) ? checked : checked.withTools(tools);
        checked = schema.equals(call.outputSchema()) ? checked : checked.withOutputSchema(schema.orElseThrow());
        if (table != before) {
            found.accept(table);
        }
        last = table == before ? checked : checked.withAttribute(AiCall.REDACTED, true);
        return last;
    }

    private void learn(AiCall call) {
        known.addAll(call.effective());
        known.addAll(call.tools());
        call.outputSchema().ifPresent(known::add);
    }

    private Interaction redacted(Interaction added) {
        Interaction found = scanned(added, InteractionRedactor::interaction);
        return table.isEmpty()
                ? found
                : InteractionRedactor.hiding(table.hiding()).interaction(found);
    }

    private <T> T scanned(T added, BiFunction<InteractionRedactor, T, T> walk) {
        ScanResult<T> scanned = scanner.look(pseudonyms, table).fresh(added, walk);
        table = table.plus(scanned.values(), scanned.numbers());
        return scanned.redacted().orElse(added);
    }
}
