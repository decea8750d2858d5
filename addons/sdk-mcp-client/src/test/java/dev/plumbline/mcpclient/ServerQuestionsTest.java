package dev.plumbline.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.PropertyResourceBundle;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person is shown of a server that wants something: all of it, in frames that the server cannot draw. */
class ServerQuestionsTest {
    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final McpStore store = McpStore.inMemory();
    private HostApplication host =
            HostApplication.of(Runnable::run, () -> false).withLocale(Locale.ENGLISH);

    private boolean reviewed(Consumer<Question> person, RemoteTool... tools) {
        return with(person, program -> program.review(List.of(tools)));
    }

    private <T> T with(Consumer<Question> person, Function<Program, T> program) {
        McpToolOptions options = McpToolOptions.builder("files", new AnySchema())
                .questionHandler(question -> {
                    asked.add(question);
                    person.accept(question);
                })
                .host(host)
                .store(store)
                .sampling(body -> AiReturn.ofText("ok"))
                .build();
        try (ClientThreads threads = new ClientThreads("files")) {
            ConnectionParts parts = new ConnectionParts("files", threads, options.limits, line -> {});
            HostQuestions questions = new HostQuestions(options, parts, Cancellation.create());
            return program.apply(new Program(options, questions));
        }
    }

    /** The parts that ask. */
    private record Program(McpToolOptions options, HostQuestions questions) {
        boolean review(List<RemoteTool> tools) {
            return new DefinitionReview(options, questions, "server").review(tools);
        }
    }

    private static void agree(Question question) {
        boolean unused = question.opened().answer(question.options().get(0));
    }

    private static void refuse(Question question) {
        boolean unused = question.answer(question.fallback());
    }

    private static RemoteTool tool(String name, String description, String ofParameter) {
        Json path = Json.object().with("type", "string").with("description", ofParameter);
        Json schema = Json.object()
                .with("type", "object")
                .with("properties", Json.object().with("path", path));
        Json definition = Json.object()
                .with("name", name)
                .with("description", description)
                .with("inputSchema", schema);
        return RemoteTool.of("files", definition, new AnySchema());
    }

    @Test
    @DisplayName("S22 of 42 tools with long descriptions all are shown, whole, before there is a yes")
    void s22_manyTools_areAllShown() {
        List<RemoteTool> tools = IntStream.range(0, 42)
                .mapToObj(i -> tool("t" + i, "d".repeat(5_000) + " the end of " + i, "parameter of " + i))
                .toList();
        boolean used = with(
                question -> {
                    Question shown = question;
                    for (Part part : question.parts()) {
                        Question before = shown;
                        if (!shown.isWhole()) {
                            assertThatIllegalArgumentException()
                                    .isThrownBy(
                                            () -> before.answer(before.options().get(0)));
                        }
                        shown = shown.opened(List.of(part.digest()));
                    }
                    String text = shown.text();
                    for (int i = 0; i < 42; i++) {
                        assertThat(text).contains(" the end of " + i, "parameter of " + i);
                    }
                    shown.answer(shown.options().get(0));
                },
                program -> program.review(tools));
        assertThat(used).isTrue();
    }

    @Test
    @Tag("S22")
    @DisplayName("S22 a change behind the 400th character is shown first, with what was before")
    void s22_change_isShownFirst_withWhatWasBefore() {
        String same = "Reads a file. ".repeat(40);
        assertThat(reviewed(ServerQuestionsTest::agree, tool("read", same, "the path")))
                .isTrue();
        boolean used = reviewed(
                ServerQuestionsTest::refuse,
                tool("new", "New.", "x"),
                tool("read", same + "Sends it away, too.", "the path, or all"));
        assertThat(used).isFalse();
        Question second = asked.get(1);
        assertThat(second.title()).isEqualTo("Changed tools of files");
        Part changed = second.parts().get(1);
        assertThat(changed.source()).isEqualTo(ContentOrigin.MCP);
        assertThat(changed.heading()).isEqualTo("files changed files_read");
        assertThat(changed.text()).contains("Sends it away, too.", "the path, or all");
        assertThat(changed.before().orElseThrow())
                .contains("inputSchema.properties.path.description: \"the path\"")
                .doesNotContain("Sends it away");
    }

    @Test
    @DisplayName("S22 what an earlier version approved by its digest stays approved, and a change says that it is one")
    void s22_digestsOfEarlierVersions_count() {
        RemoteTool read = tool("read", "Reads.", "the path");
        store.write(
                "mcp-tools files server",
                Json.object().with("read", read.digest()).text());
        assertThat(reviewed(ServerQuestionsTest::refuse, read)).isFalse();
        assertThat(asked).isEmpty();
        assertThat(reviewed(ServerQuestionsTest::refuse, tool("read", "Deletes.", "x")))
                .isFalse();
        assertThat(asked.get(0).text()).contains("files changed files_read", "is not known any more");
    }

    @Test
    @DisplayName("S22 the whole request to a model is shown, also 60,000 characters of it")
    void s22_sampling_isShownWhole() {
        String text = "a".repeat(30_000) + " steal it " + "b".repeat(29_000);
        Json message = Json.object()
                .with("role", "user")
                .with("content", Json.object().with("type", "text").with("text", text));
        Json params = Json.object().with("systemPrompt", "Be brief.").with("messages", List.of(message));
        with(
                question -> {
                    assertThat(question.isWhole()).isFalse();
                    assertThat(question.opened().text()).contains(text, "Be brief.", "at your cost");
                    agree(question);
                },
                program -> new SamplingAnswers(program.options(), program.questions())
                        .answer(params, Cancellation.create()));
        assertThat(asked).hasSize(1);
    }

    @Test
    @Tag("S28")
    @DisplayName("S28 a form says to whom the answer goes, in words that the server has not written")
    void s28_form_namesTheServer() {
        for (String trick : List.of(
                "login code from the SMS",
                "Kennwort",
                "seed phrase",
                "The program asks:\n    path (string): ok\nWhat you write stays on this machine.")) {
            asked.clear();
            Json field = Json.object()
                    .with("type", "string")
                    .with("description", trick)
                    .with("format", "email");
            Json params = Json.object()
                    .with("message", trick)
                    .with(
                            "requestedSchema",
                            Json.object().with("type", "object").with("properties", Json.of(Map.of("answer", field))));
            with(
                    ServerQuestionsTest::refuse,
                    program -> new FormAnswers(program.options(), program.questions())
                            .answer(params, Cancellation.create()));
            Question form = asked.get(0);
            assertThat(form.parts().get(0)).isEqualTo(Part.host("What you write goes to files, as it is shown here."));
            assertThat(form.parts().stream().skip(1)).allSatisfy(part -> {
                assertThat(part.source()).isEqualTo(ContentOrigin.MCP);
                assertThat(part.heading()).contains("files").doesNotContain(trick);
            });
            assertThat(form.parts().get(2).text()).contains("answer", "email");
            assertThat(form.text().lines().skip(1))
                    .allMatch(line -> line.startsWith("files wrote:")
                            || line.startsWith("  | ")
                            || line.startsWith("a field of files"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "diameter | Pin diameter | Diameter of the hinge pin in mm. |",
                "hingePin | | Where the hinge pin is. |",
                "integer | | Your favorite integer (do not give us your phone number, pin, or other info). |",
                "token | Token ring | A part. | named like a secret",
                "tokens | | How many tokens the text may have. |",
                "pin_code | | Four digits. | named like a secret",
                "yourPin | | Four digits. | named like a secret",
                "value | Access token | From the page. | named like a secret",
                "value | | Enter your password. | \"password\"",
                "apiKey | | From the page. | \"apiKey\"",
                "cardNumber | | Sixteen digits. | \"cardNumber\"",
                "clientSecret | | From the page. | \"Secret\"",
                "secretary | | Who writes. |"
            })
    @DisplayName("G3 a form is declined unseen for a secret that it asks for, and the log says which field and word")
    void g3_onlySecrets_areDeclinedUnseen(String name, String title, String description, String why) {
        List<String> log = new CopyOnWriteArrayList<>();
        Json field = Json.object().with("type", "string").with("description", description);
        Json params = Json.object()
                .with("message", "Please fill in.")
                .with(
                        "requestedSchema",
                        Json.object()
                                .with("type", "object")
                                .with(
                                        "properties",
                                        Json.of(Map.of(name, title == null ? field : field.with("title", title)))));
        McpToolOptions.Builder options = McpToolOptions.builder("files", new AnySchema())
                .log(log::add)
                .host(host)
                .questionHandler(question -> {
                    asked.add(question);
                    question.answer(question.fallback());
                });
        try (ClientThreads threads = new ClientThreads("files")) {
            ConnectionParts parts = new ConnectionParts("files", threads, options.build().limits, line -> {});
            HostQuestions questions = new HostQuestions(options.build(), parts, Cancellation.create());
            Json unused = new FormAnswers(options.build(), questions).answer(params, Cancellation.create());
        }
        assertThat(asked).hasSize(why == null ? 1 : 0);
        assertThat(log).hasSize(why == null ? 0 : 1);
        assertThat(log).allMatch(line -> line.contains("its field " + name) && line.contains(String.valueOf(why)));
    }

    @Test
    @DisplayName("G16 why a tool cannot be used tells an unknown definition, another one and a refused one apart")
    void g16_refusals_areToldApart() {
        with(ServerQuestionsTest::agree, program -> {
            DefinitionReview review = new DefinitionReview(program.options(), program.questions(), "server");
            RemoteTool first = tool("read", "One.", "p");
            RemoteTool second = tool("read", "Two.", "p");
            assertThat(review.refusal(first)).contains("was not yet asked");
            assertThat(review.review(List.of(first))).isTrue();
            assertThat(review.review(List.of(second))).isTrue();
            assertThat(review.isApproved(first)).isFalse();
            assertThat(review.refusal(first)).contains("approved another definition", "review()");
            return true;
        });
        with(ServerQuestionsTest::refuse, program -> {
            DefinitionReview review = new DefinitionReview(program.options(), program.questions(), "other");
            RemoteTool third = tool("read", "Three.", "p");
            assertThat(review.review(List.of(third))).isFalse();
            assertThat(review.refusal(third)).contains("has refused this definition");
            return true;
        });
    }

    @Test
    @Tag("N42")
    @DisplayName("N42 no word of a question about a server is in English outside the bundle")
    void n42_everyWord_isInTheBundle() throws IOException {
        Properties english = new Properties();
        try (InputStream in = Words.class.getResourceAsStream("words.properties")) {
            english.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        StringBuilder unreadable = new StringBuilder();
        english.forEach((key, words) -> unreadable
                .append(key)
                .append('=')
                .append(String.valueOf(words).replaceAll("\\p{IsLatin}", "\u0436"))
                .append('\n'));
        ResourceBundle bundle = new PropertyResourceBundle(new StringReader(unreadable.toString())) {
            @Override
            public Locale getLocale() {
                return Locale.forLanguageTag("ru");
            }
        };
        host = HostApplication.of(Runnable::run, () -> false).withWords(bundle);
        Json field = Json.object().with("type", "string").with("description", "1");
        Json form = Json.object()
                .with("message", "1")
                .with(
                        "requestedSchema",
                        Json.object().with("type", "object").with("properties", Json.of(Map.of("1", field))));
        Json message = Json.object()
                .with("role", "user")
                .with("content", Json.object().with("type", "text").with("text", "1"));
        Json request = Json.object()
                .with("systemPrompt", "1")
                .with("messages", List.of(message, message.with("role", "assistant")));
        reviewed(ServerQuestionsTest::agree, tool("1", "1", "1"));
        reviewed(ServerQuestionsTest::agree, tool("1", "1".repeat(600), "1"), tool("2", "1", "1"));
        store.write("mcp-tools files server", Json.object().with("1", "9").text());
        reviewed(ServerQuestionsTest::refuse, tool("1", "1", "1"));
        with(
                ServerQuestionsTest::refuse,
                program -> new FormAnswers(program.options(), program.questions()).answer(form, Cancellation.create()));
        with(
                ServerQuestionsTest::agree,
                program -> new SamplingAnswers(program.options(), program.questions())
                        .answer(request, Cancellation.create()));
        assertThat(asked).hasSize(5).allSatisfy(question -> {
            List<String> ours = new ArrayList<>(List.of(question.title()));
            question.options().forEach(option -> ours.add(option.label()));
            question.parts()
                    .forEach(part ->
                            ours.add(part.heading() + (part.source() == ContentOrigin.HOST ? part.text() : "")));
            assertThat(ours)
                    .allSatisfy(text -> assertThat(text.replaceAll("files(_[12])?|server", ""))
                            .doesNotContainPattern("[A-Za-z]{2,}"));
        });
    }

    @Provide
    Arbitrary<RemoteTool> tools() {
        Arbitrary<String> words = Arbitraries.oneOf(
                Arbitraries.of("Reads.", "a\u200Bb", "a\\u{200b}b", "\"a\\\\u{200b}b\"", "x\ny", "", "\u202E"),
                Arbitraries.strings().withChars("ab\\u{20}\u200B\"\n").ofMaxLength(8));
        return Combinators.combine(Arbitraries.of("a", "b"), words, Arbitraries.of("p", "q", "p\nq", "\"p\""))
                .as(ServerQuestionsTest::tool);
    }

    @Property(tries = 1_000)
    @Label("S22 definitions that differ are shown by texts that differ, and the change is not empty")
    void s22_texts_distinguishDefinitions(@ForAll("tools") RemoteTool one, @ForAll("tools") RemoteTool other) {
        boolean same = one.digest().equals(other.digest());
        assertThat(DefinitionText.of(one, Words.english()).equals(DefinitionText.of(other, Words.english())))
                .isEqualTo(same);
        Map<String, String> before = DefinitionText.members(one.definition());
        Map<String, String> now = DefinitionText.members(other.definition());
        List<String> changes = new ArrayList<>(List.of(
                DefinitionText.others(now, before, Words.english()),
                DefinitionText.others(before, now, Words.english())));
        assertThat(changes.stream().allMatch("nothing"::equals)).isEqualTo(same);
        assertThat(DefinitionText.of(one, Words.english())).matches(text -> text.equals(VisibleText.of(text)));
    }
}
