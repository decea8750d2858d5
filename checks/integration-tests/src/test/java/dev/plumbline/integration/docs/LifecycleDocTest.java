package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.plugin.Hook;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every moment of a conversation happens as often, and in the order, that {@code docs/lifecycle.md} says. */
class LifecycleDocTest {
    private final List<String> loop = Collections.synchronizedList(new ArrayList<>());
    private final List<String> views = Collections.synchronizedList(new ArrayList<>());
    private final List<String> telemetry = Collections.synchronizedList(new ArrayList<>());

    /** What the tool takes. */
    public record Wall(int length) {}

    /** Says every moment. */
    private final class Moments implements Hook {
        private final String name;

        Moments(String name) {
            this.name = name;
        }

        private <T> Decision<T> said(String moment) {
            loop.add("hook " + name + ": " + moment);
            return Decision.proceed();
        }

        @Override
        public void onSessionOpened(Context context) {
            said("onSessionOpened");
        }

        @Override
        public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
            return said("onTurnStarting");
        }

        @Override
        public Decision<RequestedTools> onToolsRequested(RequestedTools batch, Context context) {
            return said("onToolsRequested");
        }

        @Override
        public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
            return said("onEntryAppending " + entry.kind());
        }

        @Override
        public Decision<Round> onRoundDeciding(Round round, Context context) {
            return said("onRoundDeciding " + round.next());
        }

        @Override
        public Decision<Branch> onBranchCreating(Branch branch, Context context) {
            return said("onBranchCreating");
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) {
            said("onTurnFinished " + ret.status());
        }
    }

    private AiRuntime.Builder runtime(ScriptedProvider model) {
        AiTool draw = AiTool.of("draw", "Draws a wall.", Wall.class, (in, ctx) -> {
            loop.add("tool runs");
            return "w1";
        });
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(draw)
                .addContext("revision", () -> {
                    loop.add("context source is read");
                    return 7;
                })
                .addRequestPolicy("mine", call -> {
                    loop.add("request policy");
                    return call;
                })
                .addPolicy("mine, too", (call, next) -> {
                    loop.add("around: in");
                    AiReturn ret = next.proceed(call);
                    loop.add("around: out");
                    return ret;
                })
                .addResponsePolicy("mine at last", (ret, call) -> {
                    loop.add("response policy");
                    return ret;
                })
                .addToolPolicy("mine", (call, next) -> {
                    loop.add("tool policy: in");
                    var envelope = next.proceed(call);
                    loop.add("tool policy: out");
                    return envelope;
                })
                .addHook("first", new Moments("first"))
                .addHook("second", new Moments("second"))
                .addView(new ConversationObserver() {
                    @Override
                    public void onEvent(SessionEvent event) {
                        boolean beside = event instanceof SessionEvent.BranchCreated // notifies the views of the fork
                                || event instanceof SessionEvent.Progressed; // comes at its own pace
                        if (!beside) {
                            views.add(event.getClass().getSimpleName());
                        }
                    }
                })
                .addObserver(event -> {
                    if (!(event instanceof TelemetryEvent.DeltasReceived)) {
                        telemetry.add(event.getClass().getSimpleName());
                    }
                });
    }

    private static AiBody body() {
        return AiBody.builder()
                .addSystem("You draw.")
                .toolFilter("*")
                .contextFilter("*")
                .build();
    }

    private static ScriptedProvider model() {
        return ScriptedProvider.create().callsTool("draw", Map.of("length", 5)).says("Drawn.");
    }

    @Test
    @Tag("C27")
    @Tag("C115")
    @Tag("C118")
    @Tag("A1")
    @Tag("A24")
    @Tag("H3")
    @Tag("B15")
    @Tag("parts")
    void turnWithATool_isWhatThePageSays() throws IOException {
        AiRuntime ai = runtime(model()).build();
        try (ConversationSession session = ai.session(body())) {
            session.send("A wall.");
            session.fork("side").close();
        }
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        assertThat(loop).isEqualTo(page("loop"));
        assertThat(views).isEqualTo(page("views"));
        assertThat(telemetry).isEqualTo(page("telemetry"));
    }

    /** The lines of the block with that title. */
    private static List<String> page(String block) throws IOException {
        Matcher found = Pattern.compile("```text title=\"" + block + "\"\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../docs/lifecycle.md")));
        assertThat(found.find()).as("a block " + block).isTrue();
        return found.group(1)
                .lines()
                .map(line -> line.replaceAll(" *#.*", ""))
                .filter(line -> !line.isBlank())
                .toList();
    }
}
