package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.Redactor;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes wrong, and that nothing leaves because of it. */
class RedactionFaultsTest {
    private static final String MAIL = "anna.berg@example.org";

    private static RedactionFixture with(Redactor redactor) {
        return new RedactionFixture(RedactionOptions.ofDefaults().withRedactor(redactor));
    }

    @Test
    @Tag("F105")
    @DisplayName("105 what is held when a call is cancelled comes out redacted")
    void mask_cancelled_flushesRedacted() {
        RedactionFixture desk = RedactionFixture.ofDefaults();
        desk.provider.blocksUntilCancelled("mine is " + MAIL);
        AiCall call = desk.builder(List.of(Interaction.user("hi")))
                .sink(delta -> {
                    desk.shown.add(delta);
                    desk.cancellation.cancel("enough");
                })
                .build();
        AiReturn ret = desk.ask(desk.redaction.mask(), call);
        assertThat(ret.error().map(AiError::category)).contains(AiError.Category.CANCELLED);
        assertThat(desk.shown).startsWith(new AiDelta.Text("mine is "), new AiDelta.Text("[MAIL]"));
        assertThat(ret.partialText()).isEqualTo("mine is [MAIL]");
    }

    @Test
    @DisplayName("105 what is held when a tool is called comes before the call, as it was said")
    void mask_heldBeforeATool_keepsItsPlace() {
        RedactionFixture desk =
                new RedactionFixture(RedactionOptions.ofDefaults().withPattern("hall"));
        desk.provider.streams(List.of(
                new AiDelta.Text("the hall"),
                new AiDelta.Reasoning(""),
                new AiDelta.ToolCallPart(0, "c1", "draw", "{}"),
                new AiDelta.Finish(FinishReason.TOOL_CALLS)));
        AiReturn ret = desk.ask(desk.redaction.mask(), desk.call(List.of(Interaction.user("hi"))));
        assertThat(ret.interactions())
                .extracting(Interaction::kind)
                .containsExactly(Interaction.Kind.ASSISTANT, Interaction.Kind.TOOL_CALL);
        assertThat(ret.interactions().get(0).text()).isEqualTo("the [PATTERN]");
    }

    @Test
    @Tag("F105")
    @DisplayName("105 what is held when an attempt fails is dropped with it")
    void mask_secondAttempt_beginsAfresh() {
        RedactionFixture desk = RedactionFixture.ofDefaults();
        desk.provider
                .failsAfter("one anna@exam", AiError.of(AiError.Category.SERVER, "down", "down"))
                .says("ple.org two");
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("mask", desk.redaction.mask())
                .addPolicy("again", new Twice())
                .build(desk.provider);
        AiReturn ret = chain.call(desk.call(List.of(Interaction.user("hi"))));
        assertThat(ret.text()).isEqualTo("ple.org two");
    }

    /** Asks again after a failure. */
    private static final class Twice implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            AiReturn first = next.proceed(call);
            return first.isOk() ? first : next.proceed(call);
        }

        @Override
        public boolean mayRepeat() {
            return true;
        }
    }

    @Test
    @Tag("F106")
    @DisplayName("106 a redactor that throws ends the call; nothing was sent")
    void redactor_thatThrows_failsClosed() {
        RedactionFixture desk = with(text -> {
            throw new IllegalStateException("the model crashed");
        });
        AiReturn ret = desk.ask(Interaction.user("Anna"));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.EXTENSION);
        assertThat(ret.error().orElseThrow().toString()).contains("redaction").doesNotContain("Anna");
        assertThat(desk.provider.calls()).isEmpty();
    }

    @Test
    @Tag("F106")
    @DisplayName("106 a span behind the text ends the call; nothing was sent")
    void redactor_thatPointsElsewhere_failsClosed() {
        RedactionFixture desk = with(text -> List.of(new Redactor.Span(0, text.length() + 1, "NAME", 1)));
        assertThat(desk.ask(Interaction.user("Anna")).isOk()).isFalse();
        assertThat(desk.provider.calls()).isEmpty();
    }

    @Test
    @Tag("F106")
    @DisplayName("106 a redactor that cannot get ready ends the call; nothing was sent")
    void redactor_thatFailsToWarmUp_failsClosed() {
        WordListRedactor names = new WordListRedactor("Anna");
        Redactor broken = new Redactor() {
            @Override
            public List<Span> find(String text) {
                return names.find(text);
            }

            @Override
            public CompletableFuture<Void> warmUp() {
                return CompletableFuture.failedFuture(new IllegalStateException("no model file"));
            }
        };
        RedactionFixture desk = with(broken);
        assertThat(desk.ask(Interaction.user("Anna")).isOk()).isFalse();
        assertThat(desk.provider.calls()).isEmpty();
    }

    @Test
    @Tag("F106")
    @DisplayName("106 text that cannot be judged while it streams is withheld")
    void mask_thatThrows_withholdsTheText() {
        RedactionFixture desk = with(text -> {
            throw new IllegalStateException("the model crashed");
        });
        desk.provider.says("It is Anna\n", "and more");
        AiReturn ret = desk.ask(desk.redaction.mask(), desk.call(List.of(Interaction.user("hi"))));
        assertThat(ret.isOk()).isFalse();
        assertThat(ret.partialText()).doesNotContain("Anna");
    }

    @Test
    void warmUp_isWaitedForAndGivesWayToCancel() {
        WordListRedactor names = new WordListRedactor("Anna");
        CompletableFuture<Void> loading = new CompletableFuture<>();
        RedactionFixture desk = with(new Redactor() {
            @Override
            public List<Span> find(String text) {
                return names.find(text);
            }

            @Override
            public CompletableFuture<Void> warmUp() {
                return loading;
            }
        });
        desk.provider.says("ok");
        CompletableFuture<AiReturn> cancelled = CompletableFuture.supplyAsync(
                () -> desk.ask(Interaction.user("Anna")), task -> new Thread(task).start());
        desk.cancellation.cancel("no patience");
        assertThat(cancelled.join().error().orElseThrow().category()).isEqualTo(AiError.Category.CANCELLED);
        assertThat(desk.provider.calls()).isEmpty();

        RedactionFixture patient =
                new RedactionFixture(RedactionOptions.ofDefaults().withRedactor(names));
        patient.provider.says("ok");
        assertThat(patient.ask(Interaction.user("Anna draws")).isOk()).isTrue();
        assertThat(patient.sentText()).doesNotContain("Anna").contains("NAME_");
    }

    @Test
    void finds_thatAreNotBelievedAreLeft() {
        RedactionFixture desk = new RedactionFixture(RedactionOptions.ofDefaults()
                .withRedactor(new WordListRedactor("Anna"))
                .withConfidence(0.95));
        desk.provider.says("ok");
        desk.ask(Interaction.user("Anna draws"));
        assertThat(desk.sentText()).contains("Anna draws");
    }

    @Test
    @Tag("F107")
    @DisplayName("107 what is hidden in plain text is hidden in the listed encodings")
    void encodings_areSeenThrough() {
        Map<String, UnaryOperator<String>> encodings = new LinkedHashMap<>();
        encodings.put("address", text -> "https://example.com/?to=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
        encodings.put(
                "percent",
                text -> text.chars().mapToObj(c -> String.format("%%%02X", c)).collect(Collectors.joining()));
        encodings.put(
                "json",
                text -> text.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining()));
        encodings.put("base64", text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
        encodings.put(
                "base64url",
                text -> Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(("to: " + text).getBytes(StandardCharsets.UTF_8)));
        for (String value : List.of(
                MAIL, "4111111111111111", "DE89370400440532013000", "192.168.10.254", "+491701234567", "078-05-1120")) {
            encodings.forEach((name, encoding) -> {
                String encoded = encoding.apply(value);
                RedactionFixture desk = RedactionFixture.ofDefaults();
                desk.provider.says("ok");
                desk.ask(Interaction.user("see " + encoded + " there"));
                assertThat(desk.sentText())
                        .as(name + " of " + value)
                        .doesNotContain(encoded.substring(encoded.length() / 2));
            });
        }
    }

    @Test
    void encoded_comesBackAsItWas() {
        RedactionFixture desk = RedactionFixture.ofDefaults();
        String encoded = Base64.getEncoder().encodeToString(MAIL.getBytes(StandardCharsets.UTF_8));
        desk.provider.says("got " + RedactionFixture.pseudonym("ENCODED", encoded));
        assertThat(desk.ask(Interaction.user("take " + encoded)).text()).isEqualTo("got " + encoded);
    }

    @Test
    @Tag("F111")
    @DisplayName("111 hostile text costs a bounded number of looks for each character")
    void hostileText_isLinear() {
        MatchFinder finder = BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());
        for (String piece : List.of(
                "1,",
                "a.a.a.",
                "@@@@",
                "1 ",
                "1-",
                "+1",
                "(1",
                "a@",
                "a@a.",
                "::",
                "f:",
                "1.1.1.",
                "%40",
                "\\u00",
                "eyJ",
                "sk-",
                "-----BEGIN PRIVATE KEY-----",
                "-----BEGIN ",
                "password:",
                "DE89 ",
                "tel 1 ",
                "A",
                "4111 1111 ",
                "=",
                "\n")) {
            long one = looks(finder, piece, 60_000);
            long two = looks(finder, piece, 120_000);
            assertThat(two).as("\"%s\"", piece).isLessThanOrEqualTo(one * 5 / 2);
            assertThat(two / 120_000).as("\"%s\"", piece).isLessThanOrEqualTo(1_500);
        }
    }

    private static long looks(MatchFinder finder, String piece, int length) {
        Counting text = new Counting(piece.repeat(length / piece.length() + 1).substring(0, length));
        finder.all(text);
        return text.looks;
    }

    /** Counts how often somebody looks at a character. */
    private static final class Counting implements CharSequence {
        private final String text;
        private long looks;

        Counting(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            looks++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            looks += end - start;
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Test
    @Tag("F112")
    @DisplayName("112 what is remembered has a bound and is gone when it is closed")
    void memory_isBoundedAndForgotten() {
        RedactionOptions options = RedactionOptions.ofDefaults();
        WordListRedactor names = new WordListRedactor("Anna Berg");
        TextRedactor texts = new TextRedactor(options.withRedactor(names));
        CachingScanner scanner = new CachingScanner(texts, options.withRedactor(names));
        PseudonymGenerator pseudonyms = new PseudonymGenerator(RedactionFixture.KEY, "drawing");
        Interaction said = Interaction.user("Anna Berg, " + MAIL);
        scanner.scan(said, InteractionRedactor::interaction, pseudonyms);
        scanner.scan(said, InteractionRedactor::interaction, pseudonyms);
        assertThat(names.asked).hasValue(1);
        scanner.forget();
        scanner.scan(said, InteractionRedactor::interaction, pseudonyms);
        assertThat(names.asked).hasValue(2);
        scanner.scan(said, InteractionRedactor::interaction, pseudonyms);
        assertThat(names.asked).as("a call that outlives it leaves nothing").hasValue(3);
    }

    @Test
    @Tag("F112")
    @DisplayName("112 nothing is remembered where nothing may be")
    void memory_ofNoBytesRemembersNothing() {
        WordListRedactor names = new WordListRedactor("Anna Berg");
        RedactionOptions options =
                RedactionOptions.ofDefaults().withRedactor(names).withMaxCachedBytes(0);
        CachingScanner scanner = new CachingScanner(new TextRedactor(options), options);
        Interaction said = Interaction.user("Anna Berg");
        scanner.scan(said, InteractionRedactor::interaction, new PseudonymGenerator(RedactionFixture.KEY, "a"));
        scanner.scan(said, InteractionRedactor::interaction, new PseudonymGenerator(RedactionFixture.KEY, "a"));
        assertThat(names.asked).hasValue(2);
    }

    @Test
    @Tag("SH53")
    @Tag("SH168")
    void round_scansOnlyWhatIsNew() {
        WordListRedactor names = new WordListRedactor("Anna Berg");
        RedactionFixture desk = with(names);
        Transcript said = Transcript.empty();
        for (int i = 0; i < 990; i++) {
            said = said.append(Interaction.user("question " + i));
        }
        desk.provider.says("ok").says("ok");
        desk.ask(desk.call(said));
        assertThat(names.asked).hasValue(990);
        desk.ask(desk.call(said.append(Interaction.user("one more"))));
        assertThat(names.asked).hasValue(991);
        assertThat(desk.last().effective()).hasSize(991);
    }

    @Test
    @Tag("SH168")
    void round_withAnotherFactInFrontScansOnlyTheFact() {
        WordListRedactor names = new WordListRedactor("Anna Berg");
        RedactionFixture desk = with(names);
        Transcript said = Transcript.of(List.of(Interaction.user("Anna Berg asks"), Interaction.user("more")));
        desk.provider.says("ok").says("ok");
        desk.ask(desk.call(said));
        desk.ask(desk.call(said.insert(0, new Interaction.System("new"))));
        assertThat(names.asked).hasValue(3);
        assertThat(desk.sentText()).doesNotContain("Anna");
    }

    @Test
    @Tag("F109")
    @DisplayName("109 no value is in what prints itself")
    void toString_hasNoValue() {
        PseudonymTable table = PseudonymTable.EMPTY.plus(Map.of("MAIL_0123456789abcdef", MAIL));
        RedactedTranscript seen =
                new RedactedTranscript(Optional.empty(), 0, "", Transcript.empty(), Transcript.empty(), table);
        assertThat(table + " " + seen + " " + new ScanResult<>("", Optional.of(MAIL), Map.of("a", MAIL), Set.of(), 1))
                .doesNotContain("anna");
        assertThat(RedactionOptions.ofDefaults().withPattern("secret-\\d+").toString())
                .doesNotContain("secret");
    }

    @Test
    @Tag("SH155")
    void options_sayWhatIsWrong() {
        assertThatThrownBy(() -> RedactionOptions.ofDefaults().withPattern("(?=a)"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RE2");
        assertThatThrownBy(() -> RedactionOptions.ofDefaults().withPattern("a*"))
                .hasMessageContaining("empty text");
        assertThatThrownBy(() -> RedactionOptions.ofDefaults().withConfidence(2))
                .hasMessageContaining("0 to 1");
        assertThatThrownBy(() -> new Redactor.Span(3, 3, "NAME", 1)).hasMessageContaining("end");
        assertThatThrownBy(() -> new Redactor.Span(0, 3, "name", 1)).hasMessageContaining("upper case");
    }
}
