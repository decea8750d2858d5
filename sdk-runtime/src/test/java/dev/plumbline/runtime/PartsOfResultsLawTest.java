package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ToolLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/**
 * For every document and every way to read a part of it, what is sent has nothing that is hidden when the whole document
 * is sent.
 */
class PartsOfResultsLawTest {
    private static final List<String> NAMES = List.of(
            "password",
            "clientSecret",
            "api_key",
            "ssn",
            "SSN",
            "phone",
            "pin",
            "a",
            "items",
            "value",
            "note",
            "x/y",
            "n~m");
    private static final List<String> BEFORE = List.of(
            "SSN ",
            "password: ",
            "my ssn is ",
            "call me at ",
            "passwd=",
            "",
            "wall ",
            "Kennwort: ",
            "phone ",
            "\"password\": \"");
    private static final String LETTERS = "bcdfghjkmnpqrstvwxz";

    private final List<String> planted = new ArrayList<>();

    private String secret(Random random) {
        String secret = switch (random.nextInt(4)) {
            case 0 ->
                (100 + random.nextInt(500)) + "-" + (10 + random.nextInt(80)) + "-" + (1000 + random.nextInt(9000));
            case 1 -> String.valueOf(400_000_000 + random.nextInt(99_999_999));
            case 2 -> word(random) + random.nextInt(10) + word(random) + (1000 + random.nextInt(9000));
            default -> word(random) + "@" + word(random) + ".org";
        };
        planted.add(secret);
        return secret;
    }

    private static String word(Random random) {
        return random.ints(6, 0, LETTERS.length())
                .mapToObj(i -> String.valueOf(LETTERS.charAt(i)))
                .collect(Collectors.joining());
    }

    private Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 5 : 8)) {
            case 0 -> secret(random);
            case 1 -> BEFORE.get(random.nextInt(BEFORE.size())) + secret(random) + " " + word(random);
            case 2 -> text(random);
            case 3 -> random.nextInt(2) == 0 ? (Object) random.nextInt(5_000) : Long.valueOf(number(random));
            case 4 ->
                Json.of(Map.of("password", secret(random), "n", random.nextInt(9)))
                        .text();
            case 5, 6 -> object(random, depth + 1);
            default -> list(random, depth + 1);
        };
    }

    private String number(Random random) {
        String number = String.valueOf(400_000_000 + random.nextInt(99_999_999));
        planted.add(number);
        return number;
    }

    private String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i >= 0; i--) {
            text.append(BEFORE.get(random.nextInt(BEFORE.size())))
                    .append(random.nextInt(3) == 0 ? secret(random) : word(random))
                    .append(random.nextInt(3) == 0 ? "\n" : " ");
        }
        return text.toString();
    }

    private Map<String, Object> object(Random random, int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String name = random.nextInt(12) == 0 ? secret(random) : NAMES.get(random.nextInt(NAMES.size()));
            object.put(name, value(random, depth));
        }
        return object;
    }

    private List<Object> list(Random random, int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(depth == 0 ? 60 : 6); i >= 0; i--) {
            list.add(value(random, depth));
        }
        return list;
    }

    private Object document(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> list(random, 0);
            case 1 -> text(random) + text(random) + text(random);
            case 2 -> Map.of("password", list(random, 0), "note", text(random));
            default -> {
                Map<String, Object> object = object(random, 0);
                object.put("items", list(random, 0));
                yield object;
            }
        };
    }

    /**
     * A document, and the page of it that is read.
     *
     * @param at the pointer to what is read
     * @param from the first element, member or character
     */
    private record Paged(Object document, String at, int from) {
        /** Returns the arguments of {@code read_result}. */
        Map<String, Object> arguments(String reference) {
            return Map.of("reference", reference, "at", at, "from", from);
        }
    }

    /** Returns a document and its second page, or one that begins behind the name without which its value is none to hide. */
    private Paged paged(Random random) {
        if (random.nextBoolean()) {
            return new Paged(document(random), "", 1);
        }
        String wall = "The wall stands. ".repeat(150);
        String value = random.nextBoolean()
                ? word(random) + random.nextInt(10) + word(random) + (1000 + random.nextInt(9000))
                : number(random);
        planted.add(value);
        String name = Character.isDigit(value.charAt(0))
                ? "ssn"
                : List.of("password", "clientSecret").get(random.nextInt(2));
        if (random.nextBoolean()) {
            String before =
                    wall + List.of(name + ": ", name + " = ", name + "=").get(random.nextInt(3));
            return new Paged(before + value + "\n" + wall, "/value", before.length());
        }
        List<Object> items = new ArrayList<>(Collections.nCopies(200, "The wall stands."));
        items.add(Map.of(name, value));
        return new Paged(items, "/items/200/" + name, 0);
    }

    /** Returns a document in one of the ways in which a tool can return it. */
    private static AiTool loader(Object document, int way) {
        return AiTool.of("load", "Loads.", Json.parse("{\"type\":\"object\"}"), (arguments, context) -> {
            if (document instanceof List<?> list && way == 1) {
                return list.iterator();
            }
            if (document instanceof List<?> list && way == 2) {
                return publisher(list);
            }
            return document;
        });
    }

    private static Flow.Publisher<Object> publisher(List<?> list) {
        return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            private int next;

            @Override
            public void request(long count) {
                if (next < list.size()) {
                    subscriber.onNext(list.get(next++));
                } else {
                    subscriber.onComplete();
                }
            }

            @Override
            public void cancel() {}
        });
    }

    private static AiRuntime runtime(ScriptedProvider model, AiTool tool, InMemorySessionStore store, int bytes) {
        return runtime(model, tool, store, bytes, Optional.of(RedactionOptions.ofDefaults()));
    }

    private static AiBody body() {
        return AiBody.builder().addUser("Go on.").toolFilter("*").build();
    }

    private static String sent(ScriptedProvider model) {
        return model.calls().stream()
                .flatMap(call -> call.effective().stream())
                .filter(item -> !(item instanceof Interaction.ToolCall))
                .map(item -> item.toJson().text())
                .distinct() // each call sends again what those before it sent
                .collect(Collectors.joining("\n"));
    }

    /** Returns what is hidden if the whole document is sent with these settings. */
    private List<String> hidden(Object document, Optional<RedactionOptions> settings) {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("load", Map.of()).says("Done.");
        InMemorySessionStore store = InMemorySessionStore.of(new HashMap<>());
        try (AiRuntime ai = runtime(model, loader(document, 0), store, 10_000_000, settings)) {
            assertThat(ai.send(body()).isOk()).isTrue();
        }
        String sent = sent(model);
        return planted.stream()
                .filter(value -> !sent.contains(value))
                .distinct()
                .toList();
    }

    /** Returns what is hidden if a person says the text. */
    private List<String> hiddenInWords(String text, Optional<RedactionOptions> settings) {
        String sent = sentWords(AiBody.builder().addUser(text).build(), settings);
        return planted.stream()
                .filter(value -> text.contains(value) && !sent.contains(value))
                .toList();
    }

    private static String sentWords(AiBody body, Optional<RedactionOptions> settings) {
        ScriptedProvider model = ScriptedProvider.create().says("Done.");
        InMemorySessionStore store = InMemorySessionStore.of(new HashMap<>());
        try (AiRuntime ai = runtime(model, loader("", 0), store, 2_000, settings)) {
            assertThat(ai.send(body).isOk()).isTrue();
        }
        return sent(model).replaceAll("[A-Z_]+_[0-9a-f]{16}|[0-9a-f]{64}", "_");
    }

    private void check(long seed) {
        Random random = new Random(seed);
        planted.clear();
        Object document = document(random);
        List<String> hidden = hidden(document, Optional.of(RedactionOptions.ofDefaults()));
        InMemorySessionStore store = InMemorySessionStore.of(new HashMap<>());
        AiTool tool = loader(document, random.nextInt(3));
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("load", Map.of()).says("Done.");
        String id;
        try (AiRuntime ai = runtime(model, tool, store, 1_024 + random.nextInt(3_000))) {
            ConversationSession session = ai.session(body(), SessionOptions.none());
            id = session.id();
            ToolEnvelope first = envelope(session.runToStableResult());
            Json meta = first.meta();
            List<String> places = new ArrayList<>(List.of(""));
            for (int i = 0; i < 12 && meta.get("reference").exists(); i++) {
                Json request = Json.object()
                        .with("reference", meta.get("reference"))
                        .with("at", places.get(random.nextInt(places.size())))
                        .with("from", random.nextInt(3) == 0 ? random.nextInt(300) : random.nextInt(4))
                        .with("count", 1 + random.nextInt(5));
                model.callsTool("read_result", request.as(new TypeRef<Map<String, Object>>() {}))
                        .says("Done.");
                Json page = envelope(session.send("Go on.")).result();
                places(page, request.get("at").asText(), places);
            }
            session.close();
        }
        ScriptedProvider later = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = runtime(later, tool, store.another(), 2_000)) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        String sent = (sent(model) + sent(later)).replaceAll("[A-Z_]+_[0-9a-f]{16}|[0-9a-f]{64}", "_");
        for (String shown : planted) { // which has the same digits as a part of another one by chance
            sent = hidden.contains(shown) ? sent : sent.replace(shown, "_");
        }
        for (String value : hidden) {
            int half = Math.max(6, value.length() / 2);
            for (int at = 0; at + half <= value.length(); at++) {
                int found = sent.indexOf(value.substring(at, at + half));
                if (found >= 0) {
                    fail("of %s is sent: %s", value, sent.substring(Math.max(0, found - 300), found + half));
                }
            }
        }
    }

    private static ToolEnvelope envelope(AiReturn ret) {
        return ret.toolResults().get(ret.toolResults().size() - 1).envelope();
    }

    /** Adds the places that a page leads to. */
    private static void places(Json page, String at, List<String> places) {
        Json members = page.get("members");
        if (members.exists()) {
            members.elements()
                    .forEach(member -> places.add(at + "/"
                            + member.get("name").asText().replace("~", "~0").replace("/", "~1")));
        }
        Json items = page.get("items");
        if (items.exists()) {
            int from = page.get("from").asInt();
            for (int i = 0; i < items.elements().size(); i++) {
                places.add(at + "/" + (from + i));
            }
        }
    }

    @Property(tries = 60)
    @Label("S21 whatever part of a document is read, nothing is sent that is hidden in the whole")
    void s21_everyPart(@ForAll long seed) {
        check(seed);
    }

    private static final List<Optional<RedactionOptions>> SETTINGS = List.of(
            Optional.empty(),
            Optional.of(RedactionOptions.ofDefaults()),
            Optional.of(RedactionOptions.ofDefaults().withKinds(Set.of(RedactionOptions.Kind.MAIL))),
            Optional.of(RedactionOptions.ofDefaults().withPattern("wall [a-z]+")),
            Optional.of(RedactionOptions.ofDefaults().withCountry("DE")));

    private static AiRuntime runtime(
            ScriptedProvider model,
            AiTool tool,
            InMemorySessionStore store,
            int bytes,
            Optional<RedactionOptions> settings) {
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(model)
                .addTools(tool)
                .journal(store, FailureMode.FAIL)
                .toolLimits(ToolLimits.ofDefaults().withResultBytes(bytes));
        settings.ifPresent(builder::redaction);
        return builder.build();
    }

    /** Returns what is sent again, with other settings, of a conversation that has read parts of a document. */
    private static String sentAgain(
            Paged paged, int way, Optional<RedactionOptions> first, Optional<RedactionOptions> second) {
        InMemorySessionStore store = InMemorySessionStore.of(new HashMap<>());
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("load", Map.of()).says("Done.");
        AiTool tool = way < 3 ? loader(paged.document(), way) : failing(paged.document());
        String id;
        try (AiRuntime ai = runtime(model, tool, store, 2_000, first)) {
            ConversationSession session = ai.session(body(), SessionOptions.none());
            id = session.id();
            readPage(session, model, paged);
            session.close();
        }
        ScriptedProvider later = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = runtime(later, tool, store.another(), 2_000, second)) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        return sent(later);
    }

    /** Runs a conversation that loads a document and reads a page of it, if it was too long. */
    private static void readPage(ConversationSession session, ScriptedProvider model, Paged paged) {
        Json meta = envelope(session.runToStableResult()).meta();
        if (meta.get("reference").exists()) {
            model.callsTool("read_result", paged.arguments(meta.get("reference").asText()))
                    .says("Done.");
            session.send("Go on.");
        }
    }

    private static AiTool failing(Object document) {
        return AiTool.of("load", "Fails.", Json.parse("{\"type\":\"object\"}"), (arguments, context) -> {
            throw new ToolException(text(document));
        });
    }

    private static String text(Object document) {
        return document instanceof String text ? text : Json.of(document).text();
    }

    @Property(tries = 60)
    @Label("S21 a program that starts again with other settings sends nothing that these hide in the whole")
    void s21_everyPairOfSettings(@ForAll long seed) {
        Random random = new Random(seed);
        planted.clear();
        Paged paged = paged(random);
        boolean cut = !paged.at().isEmpty() && random.nextInt(4) > 0;
        int way = random.nextInt(cut ? 3 : 4);
        Optional<RedactionOptions> first = SETTINGS.get(cut ? 2 * random.nextInt(2) : random.nextInt(SETTINGS.size()));
        Optional<RedactionOptions> second = SETTINGS.get(cut ? 1 : 1 + random.nextInt(SETTINGS.size() - 1));
        List<String> hidden =
                way < 3 ? hidden(paged.document(), second) : hiddenInWords(text(paged.document()), second);
        String sent = sentAgain(paged, way, first, second).replaceAll("[A-Z_]+_[0-9a-f]{16}|[0-9a-f]{64}", "_");
        for (String value : hidden) {
            assertThat(sent)
                    .as("%s in %s then %s, way %s", value, first, second, way)
                    .doesNotContain(value);
        }
    }

    @Property(tries = 30)
    @Label("S21 a text that is JSON is searched as JSON, whoever says it")
    void s21_jsonAsText(@ForAll long seed) {
        Random random = new Random(seed);
        planted.clear();
        Optional<RedactionOptions> settings = Optional.of(RedactionOptions.ofDefaults());
        List<Object> document = List.of(document(random));
        String text = List.of("", "\n ").get(random.nextInt(2)) + text(document);
        AiBody body = random.nextBoolean()
                ? AiBody.builder().addUser(text).build()
                : AiBody.builder().addSystem(text).addUser("Go on.").build();
        String sent = sentWords(body, settings);
        hidden(document, settings).forEach(value -> assertThat(sent).doesNotContain(value));
    }

    @Property(tries = 30)
    @Label("S21 a body that is read from its JSON sends nothing that is hidden in the whole")
    void s21_bodyReadFromJson(@ForAll long seed) {
        Random random = new Random(seed);
        planted.clear();
        Object document = document(random);
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("load", Map.of()).says("Done.");
        AiTool tool = loader(document, random.nextInt(3));
        Optional<RedactionOptions> settings = Optional.of(RedactionOptions.ofDefaults());
        List<String> hidden = hidden(document, settings);
        AiBody read;
        Optional<RedactionOptions> first = random.nextBoolean() ? Optional.empty() : settings;
        try (AiRuntime ai = runtime(model, tool, InMemorySessionStore.of(new HashMap<>()), 2_000, first)) {
            ConversationSession session = ai.session(body(), SessionOptions.none());
            session.runToStableResult();
            read = AiBody.from(Json.parse(session.body().toJson().text()));
        }
        ScriptedProvider later = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = runtime(later, tool, InMemorySessionStore.of(new HashMap<>()), 2_000, settings)) {
            assertThat(ai.session(read, SessionOptions.none()).send("Again.").isOk())
                    .isTrue();
        }
        String sent = sent(later).replaceAll("[A-Z_]+_[0-9a-f]{16}|[0-9a-f]{64}", "_");
        hidden.forEach(value -> assertThat(sent).doesNotContain(value.substring(0, Math.max(6, value.length() / 2))));
    }

    @Property(tries = 20)
    @Label("S21 with the same settings a program that starts again sends the parts as before")
    void s21_sameSettings(@ForAll long seed) {
        Random random = new Random(seed);
        Optional<RedactionOptions> settings = SETTINGS.get(random.nextInt(SETTINGS.size()));
        assertThat(sentAgain(paged(random), random.nextInt(4), settings, settings))
                .doesNotContain("other settings");
    }

    @Example
    @Label("S21 an honest model that follows next through lines gets no number, and a restart shows none")
    void s21_readsOn() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            text.append("SSN ").append(473_420_014 + 7 * i).append(" Anna\n");
        }
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("load", Map.of()).says("Done.");
        InMemorySessionStore store = InMemorySessionStore.of(new HashMap<>());
        AiTool tool = loader(text.toString(), 0);
        String id;
        try (AiRuntime ai = runtime(model, tool, store, 4_000)) {
            ConversationSession session = ai.session(body(), SessionOptions.none());
            id = session.id();
            Json meta = envelope(session.runToStableResult()).meta();
            Json next = Json.of(3);
            while (next.exists()) {
                model.callsTool(
                                "read_result",
                                Map.of(
                                        "reference",
                                        meta.get("reference").asText(),
                                        "at",
                                        meta.get("at").asText(),
                                        "from",
                                        next.asLong()))
                        .says("Done.");
                next = envelope(session.send("Go on.")).result().get("next");
            }
            session.close();
        }
        ScriptedProvider later = ScriptedProvider.create().says("Done.");
        try (AiRuntime ai = runtime(later, tool, store.another(), 4_000)) {
            assertThat(ai.resume(id).send("Again.").isOk()).isTrue();
        }
        assertThat(model.calls()).hasSizeGreaterThan(6);
        assertThat(sent(model) + sent(later)).doesNotContainPattern("4734[0-9]{5}");
    }
}
