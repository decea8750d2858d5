package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redaction through a whole runtime: a person's address, a model, a tool, a cache. */
class RuntimeRedactionTest {
    private static final String MAIL = "anna.berg@example.org";

    private final Mailer tools = new Mailer();
    private final Clerk model = new Clerk();
    private final Shelf shelf = new Shelf();
    private final List<TelemetryEvent> events = new CopyOnWriteArrayList<>();

    static final class Mailer {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Tool("Sends mail.")
        String send(String to) {
            seen.add(to);
            return "sent to " + to;
        }
    }

    /** Sends a mail to whoever it reads of, then says so. */
    private static final class Clerk implements AiProvider {
        private static final Pattern PSEUDONYM = Pattern.compile("MAIL_[0-9a-f]{16}");
        final List<String> read = new CopyOnWriteArrayList<>();

        @Override
        public String id() {
            return "clerk";
        }

        @Override
        public String defaultModel() {
            return "one";
        }

        @Override
        public AiReturn call(AiCall call) {
            String all =
                    call.effective().stream().map(each -> each.toJson().text()).collect(Collectors.joining("\n"));
            read.add(all);
            Matcher to = PSEUDONYM.matcher(all);
            String name = to.find() ? to.group() : "nobody";
            boolean sent = call.effective().get(call.effective().size() - 1) instanceof Interaction.ToolResult;
            List<AiDelta> answer = sent || call.tools().isEmpty()
                    ? List.of(new AiDelta.Text("Sent to " + name), new AiDelta.Finish(FinishReason.STOP))
                    : List.of(
                            new AiDelta.ToolCallPart(0, "c1", "send", "{\"to\":\"" + name + "\"}"),
                            new AiDelta.Finish(FinishReason.TOOL_CALLS));
            answer.forEach(call.sink());
            return Fold.of(answer);
        }
    }

    /** A store that shows what it was given. */
    private static final class Shelf implements ResponseStore {
        final List<String> kept = new CopyOnWriteArrayList<>();

        @Override
        public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
            return Optional.empty();
        }

        @Override
        public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
            kept.add(entry.answer().text());
        }

        @Override
        public boolean remove(Key key, Duration limit, Cancellation cancellation) {
            return false;
        }

        @Override
        public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            return 0;
        }

        @Override
        public void close() {}
    }

    private AiRuntime.Builder runtime(RedactionOptions options) {
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(tools)
                .cache(shelf)
                .addObserver(events::add)
                .redaction(options);
    }

    private static AiBody body(String tools) {
        return AiBody.builder().addSystem("Write mails.").toolFilter(tools).build();
    }

    @Test
    @Tag("SH19")
    @Tag("H45")
    void turn_withATool_userSeesValuesAndModelAndToolDoNot() {
        try (AiRuntime ai = runtime(RedactionOptions.ofDefaults()).build();
                ConversationSession session = ai.session(body("*"))) {
            AiReturn ret = session.send("Write to " + MAIL);
            assertThat(ret.text()).isEqualTo("Sent to " + MAIL);
            assertThat(model.read).hasSize(2).noneMatch(text -> text.contains("anna"));
            assertThat(tools.seen).hasSize(1).allMatch(to -> to.matches("MAIL_[0-9a-f]{16}"));
        }
    }

    @Test
    void tool_thatIsChosenGetsTheValue() {
        try (AiRuntime ai = runtime(RedactionOptions.ofDefaults().withRestoredFor("send"))
                        .build();
                ConversationSession session = ai.session(body("*"))) {
            assertThat(session.send("Write to " + MAIL).text()).isEqualTo("Sent to " + MAIL);
            assertThat(tools.seen).containsExactly(MAIL);
            assertThat(model.read).noneMatch(text -> text.contains("anna"));
        }
    }

    @Test
    @Tag("SH46")
    void stored_isWhatTheUserSaw() {
        try (AiRuntime ai = runtime(RedactionOptions.ofDefaults()).build();
                ConversationSession session = ai.session(body("*"))) {
            session.send("Write to " + MAIL);
            String path = session.path().stream()
                    .flatMap(entry -> entry.interactions().stream())
                    .map(each -> each.toJson().text())
                    .collect(Collectors.joining());
            assertThat(path).contains("Write to " + MAIL, "{\"to\":\"" + MAIL + "\"}", "Sent to " + MAIL);
        }
    }

    @Test
    @Tag("SH52")
    @Tag("SH56")
    @Tag("SH170")
    @Tag("F90")
    @DisplayName("90 what the cache keeps is still redacted, and events and trace say nothing of it")
    void cache_eventsAndTrace_haveNoValue() {
        try (AiRuntime ai = runtime(RedactionOptions.ofDefaults()).build();
                ConversationSession session = ai.session(body(""))) {
            AiReturn ret = session.send("Write to " + MAIL);
            assertThat(ret.text()).isEqualTo("Sent to " + MAIL);
            assertThat(shelf.kept).hasSize(1).allMatch(text -> text.contains("MAIL_") && !text.contains("anna"));
            assertThat(events).isNotEmpty().noneMatch(event -> event.toString().contains("anna"));
            assertThat(ret.trace().table()).contains("redacted: 1").doesNotContain("anna");
            assertThat(ret.toString()).doesNotContain("anna");
        }
    }

    @Test
    @Tag("SH46")
    void order_placesRedactionOutsideTheCache() {
        try (AiRuntime ai = runtime(RedactionOptions.ofDefaults()).build()) {
            assertThat(ai.describe()).containsSubsequence("models", "redaction", "cache", "repair", "retry");
        }
        assertThatThrownBy(() -> runtime(RedactionOptions.ofDefaults())
                        .policyOrder(order -> order.without("redaction").after("cache", "hiding", redactionOf(order)))
                        .build())
                .hasMessageContaining("\"hiding\" must be outside \"cache\"");
    }

    private static Policy redactionOf(PolicyOrder order) {
        assertThat(order.names()).contains("redaction");
        return Redaction.of(RedactionOptions.ofDefaults(), Secret.of("0123456789abcdef".toCharArray()))
                .policy();
    }
}
