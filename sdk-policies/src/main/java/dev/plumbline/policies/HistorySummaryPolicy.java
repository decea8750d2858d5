package dev.plumbline.policies;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.policy.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces the oldest turns that do not fit by a summary, which the model writes in a separate call. Caches the
 * summaries of 64 histories by their fingerprint. Thread-safe.
 */
final class HistorySummaryPolicy implements Policy {
    private static final int MOST = 64;
    private static final String ASK =
            "Sum up the conversation so far in at most 200 words, for your own later use. Keep"
                    + " names, ids, numbers, decisions and what is still open. Answer with the summary alone.";

    private final int tokens;
    private final Map<Fingerprint, Interaction.Summary> summaries = new LinkedHashMap<>();

    HistorySummaryPolicy(int tokens) {
        this.tokens = tokens;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        HistoryTurns history = HistoryTurns.of(call.effective());
        HistoryTurns.Cut cut = history.cut(tokens);
        if (cut.from() == 0) {
            return next.proceed(call);
        }
        Optional<Interaction.Summary> summary = summary(call, next, history, cut);
        String remark = (summary.isPresent() ? "summarised " : "left out ") + cut.from() + " turns";
        call.addRemark(history.startsOver(cut) ? HistoryTurns.STARTS_OVER + remark : remark);
        return next.proceed(call.withEffective(history.from(cut, summary)));
    }

    /** Asks for a summary behind what was sent before, tools and instructions included, so that a prompt cache is read. */
    private Optional<Interaction.Summary> summary(AiCall call, Next next, HistoryTurns history, HistoryTurns.Cut cut) {
        List<Interaction> question = new ArrayList<>(history.front());
        question.addAll(history.before(cut.from()));
        question.add(Interaction.user(ASK));
        AiCall plain = ModerationPolicy.asideOf(call, AiBody.of(ASK)).toBuilder()
                .tools(call.tools())
                .effective(question)
                .build();
        AiCall aside = call.attribute(PromptCacheHint.KEY)
                .map(kept -> plain.withAttribute(PromptCacheHint.KEY, kept))
                .orElse(plain);
        Optional<Interaction.Summary> known = known(aside.fingerprint());
        if (known.isPresent()) {
            return known;
        }
        AiReturn ret = next.proceed(aside);
        return ret.isOk() && !ret.text().isBlank()
                ? Optional.of(remember(aside.fingerprint(), new Interaction.Summary(ret.text())))
                : Optional.empty();
    }

    private Optional<Interaction.Summary> known(Fingerprint history) {
        synchronized (summaries) {
            return Optional.ofNullable(summaries.get(history));
        }
    }

    private Interaction.Summary remember(Fingerprint history, Interaction.Summary summary) {
        synchronized (summaries) {
            summaries.put(history, summary);
            if (summaries.size() > MOST) {
                summaries.remove(summaries.keySet().iterator().next());
            }
            return summary;
        }
    }

    @Override
    public boolean mayRepeat() {
        return true;
    }
}
