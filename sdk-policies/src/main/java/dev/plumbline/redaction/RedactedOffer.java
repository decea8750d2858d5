package dev.plumbline.redaction;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.ToolDefinitionList;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tools and the output schema of a call with the known values hidden that their own text does not announce. The next
 * call of the branch has them again if nothing has changed: a list of tools is the same from call to call. It is stored in
 * the branch's state in memory and never written; {@code toString} shows no content.
 *
 * @param offered the tools before
 * @param schema the output schema before
 * @param known the values
 * @param tools the tools that are sent; {@code offered} if nothing is hidden in them
 * @param sent the output schema that is sent
 */
record RedactedOffer(
        List<ToolDefinition> offered,
        Optional<Json> schema,
        PseudonymTable known,
        List<ToolDefinition> tools,
        Optional<Json> sent) {
    private static final RedactedOffer NOTHING =
            new RedactedOffer(List.of(), Optional.empty(), PseudonymTable.EMPTY, List.of(), Optional.empty());
    private static final StateKey<RedactedOffer> KEY =
            StateKey.of("plumbline.redaction.offer", StateKey.Scope.BRANCH, NOTHING);

    /** Returns a call whose tools and output schema hide those values. */
    static AiCall hiding(AiCall call, PseudonymTable known) {
        if (known.isEmpty() || (call.tools().isEmpty() && call.outputSchema().isEmpty())) {
            return call;
        }
        RedactedOffer before = call.state().get(KEY);
        RedactedOffer now = before.isOf(call, known) ? before : of(call, known);
        if (!before.isOf(call, known)) {
            call.state().update(KEY, older -> now);
        }
        return now.in(call);
    }

    private static RedactedOffer of(AiCall call, PseudonymTable known) {
        InteractionRedactor hiding = InteractionRedactor.hiding(known.hiding());
        List<ToolDefinition> tools = new ArrayList<>();
        for (ToolDefinition tool : call.tools()) {
            tools.add(hiding.tool(tool));
        }
        Optional<Json> schema = call.outputSchema().map(hiding::schema);
        return new RedactedOffer(
                call.tools(),
                call.outputSchema(),
                known,
                tools.equals(call.tools()) ? call.tools() : ToolDefinitionList.of(tools),
                schema);
    }

    @SuppressWarnings("ReferenceEquality") // another list, or another table, may hide other values
    private boolean isOf(AiCall call, PseudonymTable values) {
        return offered == call.tools() && known == values && schema.equals(call.outputSchema());
    }

    @SuppressWarnings("ReferenceEquality") // what is sent as it is, is the same instance
    private AiCall in(AiCall call) {
        AiCall offering = tools == call.tools() ? call : call.withTools(tools);
        return sent.equals(schema) ? offering : offering.withOutputSchema(sent.orElseThrow());
    }

    @Override
    public String toString() {
        return "RedactedOffer[" + offered.size() + " tools, " + known + "]";
    }
}
