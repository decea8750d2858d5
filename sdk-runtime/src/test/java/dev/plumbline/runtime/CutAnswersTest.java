package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An answer that is cut within a pseudonym: what is shown, what is stored, and what the next turn sends. */
class CutAnswersTest {
    private static final String MAIL = "anna@example.org";
    private static final Pattern PIECE = Pattern.compile("(?i)mail_[0-9a-f]|anna");

    /** What cuts an answer. */
    enum Cut {
        LENGTH,
        FILTER,
        FAILURE,
        CANCELLATION
    }

    private final List<String> read = new CopyOnWriteArrayList<>();
    private CountDownLatch said = new CountDownLatch(1);

    /** Begins to say a pseudonym, of which the given number of characters arrive; then says it whole. */
    private final class Cutting implements AiProvider {
        private static final Pattern PSEUDONYM = Pattern.compile("MAIL_[0-9a-f]{16}");
        private final Cut cut;
        private final int arrived;

        Cutting(Cut cut, int arrived) {
            this.cut = cut;
            this.arrived = arrived;
        }

        @Override
        public String id() {
            return "cutting";
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
            Matcher found = PSEUDONYM.matcher(all);
            String pseudonym = found.find() ? found.group() : "nobody";
            boolean first = read.size() == 1;
            List<AiDelta> answer = new ArrayList<>();
            answer.add(new AiDelta.Text("I write to " + (first ? pseudonym.substring(0, arrived) : pseudonym)));
            if (!first || cut == Cut.LENGTH || cut == Cut.FILTER) {
                answer.add(new AiDelta.Finish(
                        !first
                                ? FinishReason.STOP
                                : cut == Cut.LENGTH ? FinishReason.LENGTH : FinishReason.CONTENT_FILTER));
            }
            answer.forEach(call.sink());
            AiReturn ret = Fold.of(answer);
            if (first && cut == Cut.CANCELLATION) {
                said.countDown();
                CountDownLatch over = new CountDownLatch(1);
                call.cancellation().onCancel(over::countDown);
                try {
                    assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException ignored) {
                    Thread.currentThread().interrupt();
                }
            }
            return first && (cut == Cut.FAILURE || cut == Cut.CANCELLATION)
                    ? ret.toBuilder()
                            .error(AiError.of(
                                    cut == Cut.FAILURE ? AiError.Category.NETWORK : AiError.Category.CANCELLED,
                                    "cut",
                                    "the answer was cut"))
                            .build()
                    : ret;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("52 of a pseudonym that is cut, nothing is shown, stored or sent again")
    void w52_cut_isLeftOut(Cut cut) throws Exception {
        for (int arrived : new int[] {6, 12, 20}) {
            read.clear();
            said = new CountDownLatch(1);
            List<String> shown = new CopyOnWriteArrayList<>();
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(new Cutting(cut, arrived))
                    .redaction(RedactionOptions.ofDefaults())
                    .build()) {
                ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none());
                session.observe(new ConversationObserver() {
                    @Override
                    public void onText(String piece) {
                        shown.add(piece);
                    }
                });
                CompletableFuture<AiReturn> first = session.sendAsync("Write to " + MAIL);
                if (cut == Cut.CANCELLATION) {
                    assertThat(said.await(60, TimeUnit.SECONDS)).isTrue();
                    session.cancel("cut");
                }
                AiReturn ret = first.join();
                String stored = session.path().stream()
                        .skip(1)
                        .map(entry -> entry.interactions().toString())
                        .collect(Collectors.joining());
                assertThat(ret.partialText() + stored + String.join("", shown)).doesNotContainPattern(PIECE);
                AiReturn second = session.send("Go on.");
                assertThat(second.text()).isEqualTo("I write to " + MAIL);
                assertThat(read.get(1).replaceAll("MAIL_[0-9a-f]{16}", "")).doesNotContainPattern(PIECE);
            }
        }
    }
}
