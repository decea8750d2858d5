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
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.VirtualClock;
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
    static final Part PICTURE = new Part.Image(Blob.of(new byte[] {7, 3, 15, 1, 2, 9}, "image/png"));

    /** A word of the body that is not in the effective call, so that nobody may send it. */
    static final String BODY = "bodymark";

    /** How many kinds of questions there are. */
    static final int QUESTIONS = 5;

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
                    option("0.123456789", options -> options.temperature(0.123456789)), // which no float has
                    option("", options -> options.temperature(0))),
            new Dimension(
                    "topP",
                    option("0.03125", options -> options.topP(0.03125)),
                    option("0.987654321", options -> options.topP(0.987654321)),
                    option("", options -> options.topP(0.5))),
            new Dimension("maxOutputTokens", option("4711", options -> options.maxOutputTokens(4711))),
            new Dimension(
                    "seed",
                    option("7654321", options -> options.seed(7_654_321)),
                    option("8765432109", options -> options.seed(8_765_432_109L)), // of more than 32 bits
                    option("", options -> options.seed(0))),
            new Dimension(
                    "stop",
                    option("stopmark", options -> options.stop("stopmark")),
                    new Value(
                            List.of("stopmark", "haltmark"),
                            call -> changed(call, options -> options.stop("stopmark", "haltmark")))),
            new Dimension("reasoning", option("", options -> options.reasoning(ModelOptions.Reasoning.HIGH))),
            new Dimension("tool choice", chosen(ModelOptions.ToolChoice.REQUIRED)),
            new Dimension(
                    "raw member",
                    option("rawmark", options -> options.addRaw("raw_member", Json.of("rawmark"))),
                    new Value(
                            List.of("rawmark", "crudemark"),
                            call -> changed(
                                    call,
                                    options -> options.addRaw("raw_member", Json.of("rawmark"))
                                            .addRaw("crude_member", Json.of("crudemark"))))),
            new Dimension(
                    "schema",
                    new Value(List.of("schemamark"), call -> call.withOutputSchema(schema("schemamark"))),
                    new Value(List.of("shapemark"), call -> call.withOutputSchema(schema("shapemark")))),
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
                                    .build()),
                    new Value(
                            List.of("othertoolmark"),
                            call -> call.toBuilder().tools(List.of(described())).build())),
            new Dimension("instructions", said("systemmark", new Interaction.System("A systemmark."))),
            new Dimension(
                    "facts",
                    said("factmark", new Interaction.Context(Map.of("factmark", Json.of("of the plan")))),
                    new Value(
                            List.of("factmark", "truthmark"),
                            call -> before(
                                    call,
                                    List.of(new Interaction.Context(
                                            Map.of("factmark", Json.of("of the plan"), "truthmark", Json.of(7))))))),
            new Dimension("summary", said("summarymark", new Interaction.Summary("A summarymark."))),
            new Dimension(
                    "answer",
                    said(
                            "answermark",
                            Interaction.user("An earlier question."),
                            new Interaction.Assistant(List.of(new Part.Text("An answermark."))))),
            new Dimension(
                    "other files",
                    file(new Part.File("filemark.pdf", Blob.of(new byte[] {7, 3, 1}, "application/pdf"))),
                    file(new Part.Audio(Blob.of(new byte[] {3, 7, 1}, "audio/wav")))),
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
                            Optional.of(call -> before(call, shown(new Part.Text("An earliermark.")))))),
            new Dimension(
                    "facts of this call", // last, because others change the messages
                    new Value(
                            List.of("nowmark"),
                            call -> call.withFacts(new Interaction.Context(Map.of("nowmark", Json.of("noon"))))),
                    new Value(
                            List.of("nowmark", "thenmark"),
                            call -> call.withFacts(new Interaction.Context(
                                    Map.of("nowmark", Json.of("ten"), "thenmark", Json.of(7)))))));

    /** What a policy must pass on, and a service need not take. */
    static final List<Dimension> PASSED = Stream.concat(
                    Stream.of(
                            new Dimension(
                                    "another effort",
                                    Stream.of(ModelOptions.Reasoning.values())
                                            .map(effort -> option("", options -> options.reasoning(effort)))
                                            .toList()),
                            new Dimension(
                                    "another tool choice",
                                    Stream.of(ModelOptions.ToolChoice.values())
                                            .map(CallInput::chosen)
                                            .toList()),
                            new Dimension(
                                    "model of the options",
                                    option("", options -> options.model(ModelId.parse("scripted:named"))),
                                    option("", options -> options.model(ModelId.parse("other:script")))),
                            new Dimension("parts", other(call -> before(call, parts())))),
                    SENT.stream())
            .toList();

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
                            .build()),
                    other(call -> call.toBuilder().ids(CallIds.NONE).build())),
            new Dimension(
                    "namespace",
                    other(call -> call.toBuilder().namespace("other-plan").build()),
                    other(call -> call.toBuilder().namespace("Other-Plan").build())),
            new Dimension(
                    "resource",
                    other(call -> call.withResource("plan.dwg", "7f3a")),
                    other(call -> call.withResource("plan.dwg", "7f3a").withResource("wall.dwg", ""))),
            new Dimension(
                    "cache mode",
                    other(call -> call.toBuilder().cacheMode(CacheMode.REFRESH).build()),
                    other(call -> call.toBuilder().cacheMode(CacheMode.BYPASS).build())),
            new Dimension(
                    "body",
                    other(call -> withBody(
                            call,
                            AiBody.builder()
                                    .toolFilter("draw*")
                                    .contextFilter("plan, time")
                                    .build())),
                    other(call -> withBody(
                            call,
                            AiBody.builder()
                                    .add(Interaction.user(BODY))
                                    .add(Interaction.user(BODY + "2"))
                                    .toolFilter("draw")
                                    .contextFilter("")
                                    .build()))),
            new Dimension("clock", other(call -> call.withAttribute(AiCall.SCHEDULER, VirtualClock.create()))),
            new Dimension("note", other(call -> call.withAttribute(AnyInput.NOTE, "a note"))),
            new Dimension(
                    "context of no cache",
                    other(call -> call.withCacheIrrelevantContext(Set.of("time"))),
                    other(call -> call.withCacheIrrelevantContext(Set.of("time", "zoom")))),
            new Dimension("reveal", other(call -> call.withReveal(Reveal.WHEN_COMPLETE))),
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
        List<Interaction> said = new ArrayList<>(call.effective());
        Optional<Interaction.Context> added = call.facts().filter(said::contains);
        added.ifPresent(facts -> said.remove(said.lastIndexOf(facts)));
        AiCall.Builder other = AiCall.builder(body, call.model())
                .effective(said)
                .options(call.options())
                .tools(call.tools())
                .ids(call.ids())
                .namespace(call.namespace())
                .resources(call.resources())
                .cacheMode(call.cacheMode())
                .reveal(call.reveal())
                .observer(call.observer())
                .sink(call.sink())
                .cancellation(call.cancellation())
                .state(call.state())
                .budget(call.budget());
        call.outputSchema().ifPresent(other::outputSchema);
        call.attribute(AnyInput.NOTE).ifPresent(note -> other.addNote(AnyInput.NOTE, note));
        AiCall built = other.build().withCacheIrrelevantContext(call.cacheIrrelevantContext());
        return added.map(built::withFacts).orElse(built);
    }

    /** Returns namespaces that are nearly equal. */
    static List<String> namespaces(int number) {
        return NEARLY_EQUAL.get(Math.floorMod(number, NEARLY_EQUAL.size()));
    }

    /** Returns one of several questions, of one word to some pages, each with its number. */
    static String question(int number) {
        return switch (number % QUESTIONS) {
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

    /** Returns a message with a part, which must arrive, too. */
    private static Value file(Part part) {
        List<Interaction> without = shown(new Part.Text("A file."));
        List<Interaction> with = shown(new Part.Text("A file."), part);
        return new Value(List.of(), call -> before(call, with), Optional.of(call -> before(call, without)));
    }

    private static AiCall before(AiCall call, List<Interaction> added) {
        List<Interaction> said = new ArrayList<>(call.effective());
        said.addAll(newest(said), added);
        return call.withEffective(said);
    }

    /** Returns where the newest message of the user is. */
    private static int newest(List<Interaction> said) {
        int at = said.size() - 1;
        while (!(said.get(at) instanceof Interaction.User)) {
            at--;
        }
        return at;
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
        int newest = newest(said);
        List<Part> parts = new ArrayList<>(((Interaction.User) said.get(newest)).parts());
        parts.add(PICTURE);
        said.set(newest, new Interaction.User(parts));
        return call.withEffective(said);
    }

    /** Returns a value with a choice of tools, of which there is one at least. */
    private static Value chosen(ModelOptions.ToolChoice choice) {
        UnaryOperator<AiCall> some = call -> call.tools().isEmpty()
                ? call.toBuilder().tools(List.of(LawConversation.DEFINED)).build()
                : call;
        return new Value(
                List.of(), call -> changed(some.apply(call), options -> options.toolChoice(choice)), Optional.of(some));
    }

    /** Returns messages with parts of every kind, with all that these may have, and with what is empty. */
    static List<Interaction> parts() {
        Blob blob = Blob.of(new byte[] {7, 3}, "application/pdf");
        return List.of(
                new Interaction.System(""),
                new Interaction.Context(Map.of()),
                new Interaction.User(List.of(
                        new Part.Audio(Blob.of(new byte[] {3}, "audio/wav")),
                        new Part.File("plan.pdf", blob),
                        new Part.File("", blob))),
                new Interaction.Assistant(List.of(
                        new Part.Reasoning("Hm."),
                        new Part.Refusal("Not that."),
                        new Part.Opaque("scripted", Json.of(7), "", "an account"),
                        new Part.Opaque("other", Json.of("sealed"), "a digest", ""))),
                Interaction.user(""),
                new Interaction.ToolCall("call_9", "measure", Json.object()),
                new Interaction.ToolResult(
                        "call_9",
                        ToolEnvelope.failed(ToolEnvelope.Code.TIMEOUT, "It took too long.")
                                .withEffect(ToolEnvelope.Effect.DONE)
                                .withRetryable(true)
                                .withMeta("seen", 7)),
                new Interaction.Assistant(List.of(new Part.Text(""))));
    }

    private static Json schema(String mark) {
        return Json.parse("{\"type\":\"object\",\"properties\":{\"" + mark + "\":{\"type\":\"string\"}},"
                + "\"required\":[\"" + mark + "\"],\"additionalProperties\":false}");
    }

    /** Returns a tool with everything that a tool may have, and without a description. */
    private static ToolDefinition described() {
        return new ToolDefinition(
                "othertoolmark",
                "",
                Json.object().with("type", "object"),
                Optional.of(Json.object().with("type", "number")),
                Set.of("plan", "read-only"),
                "an extension");
    }

    private static ToolDefinition tool(String name) {
        return new ToolDefinition(
                name, "A tool.", Json.object().with("type", "object"), Optional.empty(), Set.of(), "");
    }
}
