package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.internal.Pairs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a call of a provider can have: the dimensions of its input, each with its values. */
final class CallInput {
    private static final Part PICTURE = new Part.Image(Blob.of(new byte[] {7, 3, 15, 1, 2, 9}, "image/png"));

    /** A word of the body that is not in the effective call, so that nobody may send it. */
    static final String BODY = "bodymark";

    /** Namespaces of which those of one list are nearly equal: by case, a space, a prefix or their normal form. */
    private static final List<List<String>> NEARLY_EQUAL = List.of(
            List.of("plan-7", "Plan-7"),
            List.of("plan-7", "plan-7 "),
            List.of(" plan-7", "plan-7"),
            List.of("plan-7", "plan-77"),
            List.of("pl\u00e4n", "pla\u0308n"),
            List.of("", " ", "plan-7"));

    /** What must arrive at the service. */
    static final List<Dimension> SENT = List.of(
            new Dimension(
                    "temperature",
                    option("0.0625", options -> options.temperature(0.0625)),
                    option("", options -> options.temperature(0))),
            new Dimension(
                    "topP",
                    option("0.03125", options -> options.topP(0.03125)),
                    option("", options -> options.topP(0.5))),
            new Dimension("maxOutputTokens", option("4711", options -> options.maxOutputTokens(4711))),
            new Dimension(
                    "seed",
                    option("7654321", options -> options.seed(7_654_321)),
                    option("", options -> options.seed(0))),
            new Dimension(
                    "stop",
                    option("stopmark", options -> options.stop("stopmark")),
                    new Value(
                            List.of("stopmark", "haltmark"),
                            call -> changed(call, options -> options.stop("stopmark", "haltmark")))),
            new Dimension("reasoning", option("", options -> options.reasoning(ModelOptions.Reasoning.HIGH))),
            new Dimension("raw member", option("rawmark", options -> options.addRaw("raw_member", Json.of("rawmark")))),
            new Dimension("schema", new Value(List.of("schemamark"), call -> call.withOutputSchema(schema()))),
            new Dimension(
                    "tools",
                    new Value(
                            List.of("definedmark", "describedmark", "parametermark"),
                            call -> call.toBuilder()
                                    .tools(List.of(LawConversation.DEFINED))
                                    .build()),
                    new Value(
                            List.of("definedmark", "othertoolmark"),
                            call -> call.toBuilder()
                                    .tools(List.of(LawConversation.DEFINED, tool("othertoolmark")))
                                    .build())),
            new Dimension("instructions", said("systemmark", new Interaction.System("A systemmark."))),
            new Dimension(
                    "facts", said("factmark", new Interaction.Context(Map.of("factmark", Json.of("of the plan"))))),
            new Dimension("summary", said("summarymark", new Interaction.Summary("A summarymark."))),
            new Dimension(
                    "answer",
                    said(
                            "answermark",
                            Interaction.user("An earlier question."),
                            new Interaction.Assistant(List.of(new Part.Text("An answermark."))))),
            new Dimension(
                    "messages of several parts",
                    new Value(
                            List.of("onemark", "othermark", "thismark", "thatmark"),
                            call -> before(
                                    call,
                                    List.of(
                                            new Interaction.User(texts("onemark", "othermark")),
                                            new Interaction.Assistant(texts("thismark", "thatmark")))))),
            new Dimension("round of tools", round(List.of()), round(List.of(LawConversation.IMAGE))),
            new Dimension(
                    "picture",
                    new Value(List.of(), CallInput::withPicture),
                    new Value(
                            List.of("earliermark"),
                            call -> before(call, shown(new Part.Text("An earliermark."), PICTURE)),
                            Optional.of(call -> before(call, shown(new Part.Text("An earliermark.")))))));

    /** Words of what {@link #SENT} says in a conversation: of its messages, arguments and results, and a picture. */
    static final List<String> SAID = List.of(
            "systemmark",
            "summarymark",
            "answermark",
            "onemark",
            "othermark",
            "thismark",
            "thatmark",
            "argumentmark",
            "resultmark",
            "earliermark",
            BODY,
            "BwMPAQIJ");

    /** What must not change what arrives at the service. */
    static final List<Dimension> NOT_SENT = List.of(
            new Dimension(
                    "ids",
                    other(call -> call.toBuilder()
                            .ids(new CallIds("other-session", "other-turn", 7, "other-request"))
                            .build())),
            new Dimension(
                    "namespace",
                    other(call -> call.toBuilder().namespace("other-plan").build()),
                    other(call -> call.toBuilder().namespace("Other-Plan").build())),
            new Dimension("resource", other(call -> call.withResource("plan.dwg", "7f3a"))),
            new Dimension(
                    "cache mode",
                    other(call -> call.toBuilder().cacheMode(CacheMode.REFRESH).build()),
                    other(call -> call.toBuilder().cacheMode(CacheMode.BYPASS).build())),
            new Dimension("note", other(call -> call.withAttribute(AnyInput.NOTE, "a note"))),
            new Dimension("context of no cache", other(call -> call.withCacheIrrelevantContext(Set.of("time")))),
            new Dimension(
                    "observer",
                    other(call -> call.toBuilder().observer(event -> {}).build())),
            new Dimension("sink", other(AiCall::withoutSink)));

    private CallInput() {}

    /**
     * A dimension.
     *
     * @param name its name
     * @param values its values beside the one of a call in which it is not set
     */
    record Dimension(String name, List<Value> values) {
        Dimension(String name, Value... values) {
            this(name, List.of(values));
        }
    }

    /**
     * A value of a dimension.
     *
     * @param marks what must be in the request
     * @param set sets it in a call
     * @param unlike sets what is nearly the same; the request must be another one
     */
    record Value(List<String> marks, UnaryOperator<AiCall> set, Optional<UnaryOperator<AiCall>> unlike) {
        /** Creates a value whose marks must arrive; without marks, the request must be another one than without it. */
        Value(List<String> marks, UnaryOperator<AiCall> set) {
            this(marks, set, marks.isEmpty() ? Optional.of(UnaryOperator.identity()) : Optional.empty());
        }
    }

    /** Returns the rows of these dimensions with all pairs of their values; 0 is that of a call without it. */
    static List<int[]> rows(List<Dimension> dimensions) {
        return Pairs.of(
                dimensions.stream().mapToInt(each -> each.values().size() + 1).toArray());
    }

    /** Returns a call with the values of a row. */
    static AiCall of(AiCall plain, List<Dimension> dimensions, int... row) {
        return unlike(plain, dimensions, -1, row);
    }

    /** Returns a call with the values of a row, and with what is nearly the same as that of one dimension. */
    static AiCall unlike(AiCall plain, List<Dimension> dimensions, int unlike, int... row) {
        AiCall call = plain;
        for (int i = 0; i < row.length; i++) {
            if (row[i] > 0) {
                Value value = dimensions.get(i).values().get(row[i] - 1);
                call = (i == unlike ? value.unlike().orElse(value.set()) : value.set()).apply(call);
            }
        }
        return call;
    }

    /** Returns a call of one question, to a model, of which a policy outside has changed the body. */
    static AiCall plain(ModelId model, String question) {
        return AiCall.of(AiBody.of(BODY), model).withEffective(List.of(Interaction.user(question)));
    }

    /** Returns the same call with another body. */
    static AiCall withBody(AiCall call, AiBody body) {
        AiCall.Builder other = AiCall.builder(body, call.model())
                .effective(call.effective())
                .options(call.options())
                .tools(call.tools())
                .ids(call.ids())
                .namespace(call.namespace())
                .resources(call.resources())
                .cacheMode(call.cacheMode())
                .observer(call.observer());
        call.outputSchema().ifPresent(other::outputSchema);
        call.attribute(AnyInput.NOTE).ifPresent(note -> other.addNote(AnyInput.NOTE, note));
        return other.build().withCacheIrrelevantContext(call.cacheIrrelevantContext());
    }

    /** Returns namespaces that are nearly equal. */
    static List<String> namespaces(int number) {
        return NEARLY_EQUAL.get(Math.floorMod(number, NEARLY_EQUAL.size()));
    }

    /** Returns one of several questions, of one word to some pages, each with its number. */
    static String question(int number) {
        return switch (number % 5) {
            case 0 -> number + "?";
            case 1 -> "How long is wall " + number + ", and who drew it?";
            case 2 -> "Wie lang ist Wand " + number + "? \u58c1\u306e\u9577\u3055\u306f?";
            case 3 -> "```java\nplan.draw(" + number + ");\n```\n- Is this right?\n- If not, why?";
            default ->
                ("Wall " + number + " stands on the ground floor, beside the stairs. ").repeat(60) + "Is that so?";
        };
    }

    /** Returns the names of the dimensions that a row sets. */
    static String names(List<Dimension> dimensions, int... row) {
        return IntStream.range(0, row.length)
                .filter(i -> row[i] > 0)
                .mapToObj(i -> dimensions.get(i).name() + (row[i] > 1 ? " (" + row[i] + ")" : ""))
                .toList()
                .toString();
    }

    private static Value option(String mark, UnaryOperator<ModelOptions.Builder> set) {
        return new Value(Stream.of(mark).filter(each -> !each.isEmpty()).toList(), call -> changed(call, set));
    }

    private static AiCall changed(AiCall call, UnaryOperator<ModelOptions.Builder> set) {
        return call.withOptions(set.apply(call.options().toBuilder()).build());
    }

    private static Value other(UnaryOperator<AiCall> set) {
        return new Value(List.of(), set);
    }

    /** Returns a value that is said before the last message. */
    private static Value said(String mark, Interaction... before) {
        List<Interaction> added = List.of(before);
        return new Value(List.of(mark), call -> before(call, added));
    }

    private static AiCall before(AiCall call, List<Interaction> added) {
        List<Interaction> said = new ArrayList<>(call.effective());
        said.addAll(said.size() - 1, added);
        return call.withEffective(said);
    }

    private static List<Part> texts(String... marks) {
        return Stream.of(marks).<Part>map(Part.Text::new).toList();
    }

    /** Returns a round of a tool whose result has these parts, which must arrive, too. */
    private static Value round(List<Part> parts) {
        List<Interaction> round = round(ToolEnvelope.ok("resultmark").withParts(parts.toArray(Part[]::new)));
        List<Interaction> without = round(ToolEnvelope.ok("resultmark"));
        UnaryOperator<AiCall> unlike = call -> before(call, without);
        return new Value(
                List.of("toolmark", "argumentmark", "resultmark"),
                call -> before(call, round),
                parts.isEmpty() ? Optional.empty() : Optional.of(unlike));
    }

    private static List<Interaction> round(ToolEnvelope result) {
        return List.of(
                Interaction.user("Measure it."),
                new Interaction.ToolCall("call_1", "toolmark", Json.object().with("a", "argumentmark")),
                new Interaction.ToolResult("call_1", result),
                new Interaction.Assistant(List.of(new Part.Text("It is measured."))));
    }

    private static List<Interaction> shown(Part... parts) {
        return List.of(
                new Interaction.User(List.of(parts)), new Interaction.Assistant(List.of(new Part.Text("A wall."))));
    }

    private static AiCall withPicture(AiCall call) {
        List<Interaction> said = new ArrayList<>(call.effective());
        List<Part> parts = new ArrayList<>(((Interaction.User) said.get(said.size() - 1)).parts());
        parts.add(PICTURE);
        said.set(said.size() - 1, new Interaction.User(parts));
        return call.withEffective(said);
    }

    private static Json schema() {
        return Json.parse("{\"type\":\"object\",\"properties\":{\"schemamark\":{\"type\":\"string\"}},"
                + "\"required\":[\"schemamark\"],\"additionalProperties\":false}");
    }

    private static ToolDefinition tool(String name) {
        return new ToolDefinition(
                name, "A tool.", Json.object().with("type", "object"), Optional.empty(), Set.of(), "");
    }
}
