package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.CallIds;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The language of questions: whatever a person reads, and is not of the tool or the call, comes from the bundle. */
class QuestionLanguageTest {
    private static final Pattern ENGLISH = Pattern.compile("[A-Za-z]{2,}");

    /** What the calls of these tests bring themselves, as JSON; the names of tools have digits alone. */
    private static final Pattern OF_THE_CALL = Pattern.compile("MCP|\\b(?:true|null)\\b|n{50,}|\\\\u\\{[0-9A-F]+}");

    private final ToolExecutorFixture bench = new ToolExecutorFixture();
    private final FakeHostApplication host = new FakeHostApplication();
    private final List<Question> asked = new ArrayList<>();
    private List<String> answers = List.of("deny");

    @AfterEach
    void close() {
        bench.close();
        host.close();
    }

    /** Returns our English words with each Latin letter replaced by a Cyrillic one: what is still Latin is no word of the bundle. */
    static ResourceBundle unreadable() throws IOException {
        Properties english = new Properties();
        try (InputStream in = Words.class.getResourceAsStream("words.properties")) {
            english.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        Object[][] contents = english.stringPropertyNames().stream()
                .map(key -> new Object[] {key, english.getProperty(key).replaceAll("\\p{IsLatin}", "\u0436")})
                .toArray(Object[][]::new);
        return new ListResourceBundle() {
            @Override
            protected Object[][] getContents() {
                return contents;
            }

            @Override
            public Locale getLocale() {
                return Locale.forLanguageTag("ru");
            }
        };
    }

    private void speaking(HostApplication speaker) {
        bench.with(b -> b.host(speaker)
                .approvals(ApprovalRules.builder()
                        .ask("*")
                        .askWhenValuesUntrusted("*")
                        .validWhileUnchanged("9")
                        .build())
                .documentRevisions((key, turn) -> Optional.of("7"))
                .questionHandler(question -> {
                    asked.add(question);
                    String wanted = answers.get(Math.min(asked.size(), answers.size()) - 1);
                    Question whole = question.opened();
                    whole.answer(whole.options().stream()
                            .filter(option -> option.id().equals(wanted))
                            .findFirst()
                            .orElse(whole.fallback()));
                }));
    }

    private void run(List<Interaction> read, String name, Object arguments) {
        IToolExecutor.CallScope scope = bench.scope();
        bench.executor()
                .execute(
                        List.of(bench.call(name, arguments)),
                        new IToolExecutor.CallScope(
                                new CallIds("s", "t" + asked.size(), 3, ""),
                                Selector.ALL,
                                read,
                                scope.cancellation(),
                                scope.state(),
                                scope.approvals(),
                                scope.observer(),
                                1,
                                scope.listener()));
    }

    private static List<String> shown(Question question) {
        List<String> all = new ArrayList<>(
                List.of(question.title(), question.text(), question.opened().text()));
        question.options().forEach(option -> all.add(option.label()));
        all.add(question.fallback().label());
        question.details().forEach(part -> all.add(part.heading() + " " + part.text()));
        return all;
    }

    private static List<Interaction> page() {
        return List.of(
                new Interaction.ToolCall("p1", "1", Json.object()),
                new Interaction.ToolResult("p1", ContentOrigin.WEB.mark(ToolEnvelope.ok("9 9 9"))));
    }

    @Test
    @Tag("N42")
    @DisplayName("N42 no word of a question is in English outside the bundle, whatever the call is about")
    void n42_everyWord_isInTheBundle() throws IOException {
        speaking(host.withWords(unreadable()));
        bench.with(
                tool("1", (in, ctx) -> 1),
                tool("2", (in, ctx) -> 1)
                        .withDestructive()
                        .withTags("open-world")
                        .withPreview(in -> "5"),
                tool("3", (in, ctx) -> 1).withReadOnly(),
                tool("4", (in, ctx) -> {
                            ctx.ask("6", List.of("7", "8"), Duration.ofMinutes(1));
                            return ctx.ask(InputRequest.number("6", 0, 1)).outcome();
                        })
                        .withAffinity(ThreadAffinity.POOL));
        answers = List.of("approve", "approve-session", "once", "approve");
        run(List.of(), "1", Map.of("1", "\u043f", "2", 3));
        run(List.of(), "1", Map.of("1", "n".repeat(600), "2", List.of(1, 2)));
        run(page(), "2", Map.of("1", true, "2", List.of(Map.of("3", "\u043f"), "4"), "5", Map.of()));
        run(page(), "2", Json.object().with("1", Json.parse("null")).with("2", "\u202e9"));
        run(List.of(), "3", Map.of("1", Collections.nCopies(101, "x\u043f")));
        run(List.of(), "3", Map.of("1".repeat(300), 1));
        run(List.of(), "4", Map.of());
        assertThat(asked).hasSizeGreaterThan(8);
        assertThat(asked)
                .flatExtracting(QuestionLanguageTest::shown)
                .allSatisfy(text ->
                        assertThat(OF_THE_CALL.matcher(text).replaceAll("")).doesNotContainPattern(ENGLISH));
    }

    @Test
    @Tag("N42")
    @DisplayName("N42 the same call is asked about in German and in French, and the model reads English in both")
    void n42_sameCall_inTwoLanguages() {
        for (Locale language : List.of(Locale.GERMAN, Locale.FRENCH)) {
            try (ToolExecutorFixture one = new ToolExecutorFixture()) {
                List<Question> seen = new ArrayList<>();
                one.with(tool("delete_walls", (in, ctx) -> 1).withDestructive())
                        .with(b -> b.host(host.withLocale(language))
                                .approvals(ApprovalRules.ofDefaults())
                                .questionHandler(question -> {
                                    seen.add(question);
                                    question.answer(question.fallback());
                                }));
                ToolEnvelope denied = one.run("delete_walls", Map.of("walls", List.of("w1", "w2")));
                Words words = Words.of(language);
                assertThat(seen.get(0).title()).startsWith("Delete 2 walls").endsWith("?");
                assertThat(seen.get(0).locale()).isEqualTo(language);
                assertThat(seen.get(0).options())
                        .extracting(Question.Option::label)
                        .contains(words.say("answer.approve"), words.say("answer.deny"));
                assertThat(seen.get(0).text()).contains(words.say("effect.DESTRUCTIVE"));
                assertThat(denied.failure().orElseThrow().message()).isEqualTo("The user denied this call.");
            }
        }
    }
}
