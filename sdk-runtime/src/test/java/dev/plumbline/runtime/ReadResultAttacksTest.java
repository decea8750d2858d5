package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ToolLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attacks on {@code read_result}, by number: a part of a result is read so that what announces its value is not in it. */
class ReadResultAttacksTest {
    private static final String VALUE = "kdfx7wpq9301";
    private static final String NUMBER = "473427114";
    private static final String FILLER = "The wall stands. ".repeat(150);

    /**
     * An attack.
     *
     * @param document what the tool returns
     * @param reads the parts that are read, as pointer, first and count
     */
    private record Attack(String name, Object document, List<Object[]> reads) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Attack attack(String name, Object document, Object[]... reads) {
        return new Attack(name, document, List.of(reads));
    }

    private static Object[] read(String at, int from, int count) {
        return new Object[] {at, from, count};
    }

    private static List<Object> items(Object last) {
        List<Object> items = new ArrayList<>(
                IntStream.range(0, 400).mapToObj(i -> "wall " + i).toList());
        items.add(last);
        return items;
    }

    private static Map<String, Object> members(Object... more) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < 300; i++) {
            members.put("wall" + i, "stands " + i);
        }
        for (int i = 0; i < more.length; i += 2) {
            members.put((String) more[i], more[i + 1]);
        }
        return members;
    }

    private static int at(String text, String what) {
        return text.indexOf(what);
    }

    static Stream<Attack> attacks() {
        String ssn = FILLER + "SSN " + NUMBER + " Anna. " + FILLER;
        String lines = IntStream.range(0, 400)
                .mapToObj(i -> "SSN " + NUMBER + " Anna\n")
                .collect(Collectors.joining());
        String csv = "name,password\n"
                + IntStream.range(0, 300)
                        .mapToObj(i -> "anna" + i + "," + VALUE + "\n")
                        .collect(Collectors.joining());
        String table = "| name | password |\n|---|---|\n"
                + IntStream.range(0, 200)
                        .mapToObj(i -> "| anna | " + VALUE + " |\n")
                        .collect(Collectors.joining());
        String yaml = FILLER + "\npassword:\n  " + VALUE + "\n" + FILLER;
        String xml = FILLER + "<password>" + VALUE + "</password>" + FILLER;
        String json = FILLER + "{\"password\": \"" + VALUE + "\"}" + FILLER;
        return Stream.of(
                attack(
                        "1 a member of a far element",
                        items(Map.of("password", VALUE)),
                        read("/items/400/password", 0, 50)),
                attack("2 a value in the root", members("password", VALUE), read("/password", 0, 50)),
                attack("3 an element below a name", members("password", List.of(VALUE)), read("/password/0", 0, 50)),
                attack("4 a list below a name", members("password", List.of(VALUE, VALUE)), read("/password", 0, 5)),
                attack("5 an object below a name", members("password", Map.of("a", VALUE)), read("/password/a", 0, 5)),
                attack("6 a page behind the word", ssn, read("/value", at(ssn, NUMBER), 60)),
                attack("7 a page from within the number", ssn, read("/value", at(ssn, NUMBER) + 2, 60)),
                attack("8 a page up to within the number", ssn, read("/value", at(ssn, NUMBER) - 1, 8)),
                attack("9 lines that next leads through", lines, read("/value", 1_004, 30), read("/value", 2_009, 30)),
                attack("10 another name", members("clientSecret", VALUE), read("/clientSecret", 0, 50)),
                attack("11 a name with an escape", members("a/password", VALUE), read("/a~1password", 0, 50)),
                attack("12 a number", members("ssn", 473_427_114), read("/ssn", 0, 1)),
                attack("13 a name that is a value", members("anna@kdfx7wpq9301.org", 1), read("", 295, 10)),
                attack("14 a row far below its heading", csv, read("/value", csv.length() - 20, 20)),
                attack("15 a row of a table", table, read("/value", table.length() - 18, 18)),
                attack("16 the second of two lines", yaml, read("/value", at(yaml, VALUE), 40)),
                attack("17 the content of an element", xml, read("/value", at(xml, VALUE), 40)),
                attack("18 JSON within a text", json, read("/value", at(json, VALUE), 40)),
                attack(
                        "19 a pair of name and value",
                        items(Map.of("name", "password", "value", VALUE)),
                        read("/items/400/value", 0, 50)),
                attack(
                        "20 the same value where nothing announces it",
                        members("password", VALUE, "note", VALUE),
                        read("/note", 0, 50)));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    @DisplayName("S21 no part of a value is sent, whatever part of a result is read, also after a restart")
    void s21_holds(Attack attack) {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("load", Map.of()).says("Done.");
        InMemorySessionStore store = InMemorySessionStore.of(new HashMap<>());
        String id;
        try (AiRuntime ai = runtime(model, attack.document(), store)) {
            ConversationSession session = ai.session(
                    AiBody.builder().addUser("Go on.").toolFilter("*").build(), SessionOptions.none());
            id = session.id();
            Json meta =
                    session.runToStableResult().toolResults().get(0).envelope().meta();
            for (Object[] read : attack.reads()) {
                model.callsTool(
                                "read_result",
                                Map.of(
                                        "reference",
                                        meta.get("reference").asText(),
                                        "at",
                                        read[0],
                                        "from",
                                        read[1],
                                        "count",
                                        read[2]))
                        .says("Done.");
                assertThat(session.send("Go on.")
                                .toolResults()
                                .get(0)
                                .envelope()
                                .isOk())
                        .isTrue();
            }
            session.close();
        }
        ScriptedProvider later = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = runtime(later, attack.document(), store.another())) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        assertThat(sent(model) + sent(later)).doesNotContain("kdfx", "9301", "wpq9", "47342", "42711", "7114");
    }

    private static AiRuntime runtime(ScriptedProvider model, Object document, InMemorySessionStore store) {
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(AiTool.of(
                        "load", "Loads.", Json.parse("{\"type\":\"object\"}"), (arguments, context) -> document))
                .journal(store, FailureMode.FAIL)
                .toolLimits(ToolLimits.ofDefaults().withResultBytes(1_200))
                .redaction(RedactionOptions.ofDefaults())
                .build();
    }

    private static String sent(ScriptedProvider model) {
        return model.calls().stream()
                .flatMap(call -> call.effective().stream())
                .filter(item -> item instanceof Interaction.ToolResult)
                .map(item -> item.toJson().text().replaceAll("[A-Z_]+_[0-9a-f]{16}|[0-9a-f]{64}", "_"))
                .collect(Collectors.joining("\n"));
    }
}
