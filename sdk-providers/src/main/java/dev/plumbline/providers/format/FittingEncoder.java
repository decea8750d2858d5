package dev.plumbline.providers.format;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call fit what its service takes of JSON Schema, before it is encoded. What does not fit is sent in another form or
 * left out, with a remark; this library checks answers and arguments by the schemas of the program in any case.
 */
public final class FittingEncoder implements RequestEncoder {
    /** The body of a request that is sent as it is, to see what a service says. */
    public static final TypedKey<Json> BODY = TypedKey.of("plumbline.body", Json.class);

    private final RequestEncoder encoder;
    private final AcceptedSchemas row;

    /** That of the last call with tools, because most calls offer the tools of the call before; null before the first. */
    private volatile @Nullable Offer last;

    /** Creates an encoder of calls that fit. */
    public FittingEncoder(RequestEncoder encoder, ServerDialect dialect) {
        this.encoder = encoder;
        this.row = dialect.schemas();
    }

    @Override
    public byte[] encode(AiCall call, boolean streamed) {
        Optional<Json> body = call.attribute(BODY);
        return body.isPresent()
                ? body.get().text().getBytes(StandardCharsets.UTF_8)
                : encoder.encode(withAnswer(withTools(call)), streamed);
    }

    private AiCall withTools(AiCall call) {
        if (call.tools().isEmpty()) {
            return call;
        }
        Offer offer = last;
        if (offer == null || !offer.tools.equals(call.tools())) {
            offer = offer(call.tools());
            last = offer;
        }
        offer.remarks.forEach(call::addRemark);
        AiCall sent = offer.fitting.equals(call.tools()) ? call : call.withTools(offer.fitting);
        return offer.renamed.isEmpty() ? sent : sent.withEffective(withNames(call.effective(), offer.renamed));
    }

    private Offer offer(List<ToolDefinition> tools) {
        List<ToolDefinition> fitting = new ArrayList<>(tools.size());
        Map<String, Map<String, String>> renamed = new HashMap<>();
        List<String> remarks = new ArrayList<>();
        for (ToolDefinition tool : tools) {
            ToolSchema schema = ToolSchema.of(tool.inputSchema(), row.tools());
            schema.remark().ifPresent(remark -> remarks.add("the tool " + tool.name() + " " + remark));
            fitting.add(schema.sent().equals(tool.inputSchema()) ? tool : with(tool, schema.sent()));
            if (!schema.renamed().isEmpty()) {
                renamed.put(tool.name(), schema.renamed());
            }
        }
        return new Offer(tools, fitting, renamed, remarks);
    }

    /**
     * Returns an answer whose tool calls have the names of parameters that the tools have, where the service does not take
     * these. Pieces of a call that were streamed have the names that the model wrote.
     */
    public static AiReturn read(AiReturn ret, AiCall call, ServerDialect dialect) {
        Set<AcceptedSchemas.ToolRule> rules = dialect.schemas().tools();
        if (!rules.contains(AcceptedSchemas.ToolRule.NAMES) || ret.toolCalls().isEmpty()) {
            return ret;
        }
        Map<String, Map<String, String>> renamed = new HashMap<>();
        for (ToolDefinition tool : call.tools()) {
            Map<String, String> back = new HashMap<>();
            ToolSchema.of(tool.inputSchema(), rules).renamed().forEach((own, sent) -> back.put(sent, own));
            if (!back.isEmpty()) {
                renamed.put(tool.name(), back);
            }
        }
        return renamed.isEmpty()
                ? ret
                : ret.toBuilder()
                        .interactions(withNames(ret.interactions(), renamed))
                        .build();
    }

    private static List<Interaction> withNames(
            List<? extends Interaction> said, Map<String, Map<String, String>> renamed) {
        List<Interaction> changed = new ArrayList<>(said.size());
        for (Interaction each : said) {
            changed.add(
                    each instanceof Interaction.ToolCall made
                            ? withNames(made, renamed.getOrDefault(made.name(), Map.of()))
                            : each);
        }
        return changed;
    }

    private static Interaction withNames(Interaction.ToolCall made, Map<String, String> renamed) {
        return renamed.isEmpty()
                ? made
                : new Interaction.ToolCall(made.id(), made.name(), ToolSchema.withKeys(made.arguments(), renamed));
    }

    private static ToolDefinition with(ToolDefinition tool, Json schema) {
        return new ToolDefinition(
                tool.name(), tool.description(), schema, tool.outputSchema(), tool.tags(), tool.owner());
    }

    private AiCall withAnswer(AiCall call) {
        Optional<Json> schema = call.outputSchema();
        if (schema.isEmpty()) {
            return call;
        }
        if (!call.tools().isEmpty() && row.isApart(call.model().name())) {
            return inWords(call, schema.get(), "the model takes no schema together with tools");
        }
        Json strict =
                row.otherwise() == AcceptedSchemas.Otherwise.AS_IT_IS ? schema.get() : StrictForm.of(schema.get(), row);
        Optional<String> fault = row.fault(strict);
        if (fault.isEmpty()) {
            return strict.equals(schema.get())
                    ? call
                    : call.withAttribute(AnswerSchema.KEY, new AnswerSchema(Optional.of(strict), true));
        }
        if (row.otherwise() == AcceptedSchemas.Otherwise.WORDS) {
            return inWords(call, schema.get(), "the service does not take " + fault.get());
        }
        call.addRemark("the schema of the answer is not strict: the service does not take " + fault.get()
                + " in a strict one; the answer is checked here");
        return call.withAttribute(AnswerSchema.KEY, new AnswerSchema(schema, false));
    }

    private static AiCall inWords(AiCall call, Json schema, String why) {
        call.addRemark("the schema of the answer is sent in words: " + why + "; the answer is checked here");
        return call.withEffective(with(call.effective(), schema))
                .withAttribute(AnswerSchema.KEY, new AnswerSchema(Optional.empty(), false));
    }

    /** Returns the interactions, and behind them a message that describes the schema of the answer. */
    public static List<Interaction> with(List<? extends Interaction> said, Json schema) {
        List<Interaction> more = new ArrayList<>(said);
        more.add(words(schema));
        return more;
    }

    /**
     * Returns a message that describes the schema of an answer, for services that take none; they require that it contains
     * the word JSON.
     */
    public static Interaction words(Json schema) {
        return new Interaction.System("Answer with one JSON object of this JSON Schema:\n" + schema.text());
    }

    /** Tools, and what is sent for them: in which form, with which names of parameters, and what is remarked. */
    private record Offer(
            List<ToolDefinition> tools,
            List<ToolDefinition> fitting,
            Map<String, Map<String, String>> renamed,
            List<String> remarks) {}
}
