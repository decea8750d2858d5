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
        List<Interaction> said = scanned(call.effective(), InteractionRedactor::interaction);
        List<ToolDefinition> tools = scanned(call.tools(), InteractionRedactor::tool);
        List<Json> schema = scanned(call.outputSchema().stream().toList(), InteractionRedactor::schema);
        if (table != before) {
            known.clear(); // it may have what was found now
            found.accept(table);
        }
        said = hidden(call.effective(), said, InteractionRedactor::interaction);
        tools = hidden(call.tools(), tools, InteractionRedactor::tool);
        schema = hidden(call.outputSchema().stream().toList(), schema, InteractionRedactor::schema);
        AiCall checked = said.equals(call.effective()) ? call : call.withEffective(said);
        checked = tools.equals(call.tools()) ? checked : checked.withTools(tools);
        checked = schema.equals(call.outputSchema().stream().toList())
                ? checked
                : checked.withOutputSchema(schema.get(0));
        last = table == before ? checked : checked.withAttribute(AiCall.REDACTED, true);
        return last;
    }

    private void learn(AiCall call) {
        known.addAll(call.effective());
        known.addAll(call.tools());
        call.outputSchema().ifPresent(known::add);
    }

    /** Returns the parts of a call with the values that are found in what was added. */
    private <T> List<T> scanned(List<T> parts, BiFunction<InteractionRedactor, T, T> walk) {
        List<T> all = new ArrayList<>();
        for (T part : parts) {
            all.add(known.contains(part) ? part : scanned(part, walk));
        }
        return all;
    }

    private <T> T scanned(T added, BiFunction<InteractionRedactor, T, T> walk) {
        ScanResult<T> scanned = scanner.look(pseudonyms, table).fresh(added, walk);
        table = table.plus(scanned.values(), scanned.numbers());
        return scanned.redacted().orElse(added);
    }

    /** Hides all values in the parts of a call in which they are not hidden yet. */
    private <T> List<T> hidden(List<T> parts, List<T> scanned, BiFunction<InteractionRedactor, T, T> walk) {
        if (table.isEmpty()) {
            return scanned;
        }
        InteractionRedactor hiding = InteractionRedactor.hiding(table.hiding());
        List<T> all = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            T part = scanned.get(i);
            T its = known.contains(parts.get(i)) ? part : walk.apply(hiding, part);
            all.add(its.equals(part) ? part : its);
        }
        return all;
    }
}
