package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import javax.swing.JLabel;

/** The programs of docs/cost.md, compiled; a test sees to it that they are the same. */
final class CostExamples {

    private CostExamples() {}

    static boolean costsLessThan(BigDecimal most, AiRuntime ai, ConversationSession session, String question) {
        AiBody next = session.body().toBuilder().addUser(question).build();
        Optional<Cost> estimate = ai.estimate(next);
        return estimate.isPresent() && estimate.get().amount().compareTo(most) < 0;
    }

    static ConversationObserver costLine(AiRuntime ai, ConversationSession session, JLabel label) {
        return new ConversationObserver() {
            @Override
            public void onFinished(AiReturn ret) {
                Locale user = Locale.getDefault();
                Optional<Cost> known =
                        ai.metrics().session(session.id()).calls().cost();
                String atLeast = session.cost().isPresent() || known.isEmpty() ? "" : "at least ";
                label.setText("This answer: " + AskWithPrice.shown(ret.cost(), user) + ", the conversation: " + atLeast
                        + AskWithPrice.shown(session.cost().or(() -> known), user));
            }
        };
    }

    static AiRuntime withPromptCacheForAnHour(AiProvider anthropic) {
        return AiRuntime.builder()
                .addProvider(anthropic)
                .defaults(SessionOptions.builder()
                        .promptCache(PromptCacheHint.Retention.LONG) // NONE switches it off
                        .build())
                .build();
    }

    static Optional<BigDecimal> savedByThePromptCache(AiRuntime ai, AiReturn ret) {
        Usage used = ret.usage();
        Usage withoutCache = used.withCachedInput(0).withCacheWrites(0);
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return ai.models()
                .find(ret.model())
                .flatMap(model -> model.cost(withoutCache, today, Prices.Rate.STANDARD))
                .flatMap(full -> ret.cost().map(paid -> full.amount().subtract(paid.amount())));
    }
}
