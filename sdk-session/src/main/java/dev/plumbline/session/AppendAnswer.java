package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The stage that stores what came back, flagged when it is not whole; a failure ends the turn here. */
final class AppendAnswer implements Stage {
    static final String NAME = "append-answer";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "stores what came back";
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.copy(work);
        return switch (step(round)) {
            case ON -> Result.next(round);
            case AGAIN -> Result.goTo(GatherContext.NAME, round);
            case OVER -> Result.exit(round);
        };
    }

    static Next step(RoundWork round) {
        AiReturn ret = round.ret;
        if (ret == null) {
            throw new IllegalStateException("no stage before asked the model");
        }
        if (isShortened(round.turn, ret)) {
            round.next(round.last);
            round.conversation = round.conversation.reuse(round.turn.conversation());
            return Next.AGAIN;
        }
        Answer answer = Answer.of(ret, round.turn.isShaped());
        HookRun.Said<List<Interaction>> said = round.turn.additions.answered(ret, answer);
        round.add(said.payload());
        round.open = calls(said.payload());
        round.refusal = answer.error().isPresent() ? answer.error() : said.stopped();
        return round.refusal.isPresent() ? Next.OVER : Next.ON;
    }

    /** Where to go from here. */
    enum Next {
        /** To the tools. */
        ON,
        /** To the model, with less. */
        AGAIN,
        /** Nowhere: the turn ends. */
        OVER
    }

    /** Whether the call did not fit and can be tried again, because what was said before is summed up now. */
    private static boolean isShortened(Turn turn, AiReturn ret) {
        Optional<Summarising> summarising = turn.wiring.summarising();
        return summarising.isPresent() && summarising.get().afterOverflow(turn, ret);
    }

    /** The calls among what is stored. */
    static List<Interaction.ToolCall> calls(List<Interaction> stored) {
        List<Interaction.ToolCall> calls = new ArrayList<>();
        for (Interaction item : stored) {
            if (item instanceof Interaction.ToolCall call) {
                calls.add(call);
            }
        }
        return List.copyOf(calls);
    }

    /**
     * What of a return is stored. Calls of an answer that is not whole are left out: their arguments may be cut, and they
     * never run.
     *
     * @param interactions the answer's words, and its calls when it is whole
     * @param status whether it is whole
     * @param error why the turn cannot go on with it
     */
    record Answer(List<Interaction> interactions, Entry.Status status, Optional<AiError> error) {

        static Answer of(AiReturn ret, boolean shaped) {
            boolean cut = ret.finish() == FinishReason.LENGTH || ret.finish() == FinishReason.CONTENT_FILTER;
            int depth =
                    ret.interactions().stream().mapToInt(Answer::depth).max().orElse(0);
            boolean whole = ret.ok() && !cut && depth <= UntrustedJson.MAX_DEPTH;
            List<Interaction> kept = new ArrayList<>(ret.interactions());
            kept.removeIf(item -> depth(item) > UntrustedJson.MAX_DEPTH
                    || !(item instanceof Interaction.Assistant || (whole && item instanceof Interaction.ToolCall)));
            Optional<AiError> error = ret.error().or(() -> nesting(depth)).or(() -> truncation(ret, cut, shaped));
            return new Answer(List.copyOf(kept), status(error, cut), error);
        }

        /** How deep the JSON of a call, or what a provider wants back, is nested. */
        private static int depth(Interaction item) {
            if (item instanceof Interaction.Assistant assistant) {
                return assistant.parts().stream()
                        .mapToInt(part -> part instanceof Part.Opaque opaque
                                ? opaque.data().depth()
                                : 0)
                        .max()
                        .orElse(0);
            }
            return item instanceof Interaction.ToolCall call ? call.arguments().depth() : 0;
        }

        private static Optional<AiError> nesting(int depth) {
            return depth <= UntrustedJson.MAX_DEPTH
                    ? Optional.empty()
                    : Optional.of(AiError.of(
                            AiError.Category.INVALID_RESPONSE,
                            "too-deep",
                            "the answer holds JSON nested " + depth + " levels deep, and at most "
                                    + UntrustedJson.MAX_DEPTH + " are allowed: ask for a flatter one"));
        }

        /** Cut words are still words; a cut call or a cut value is nothing. */
        private static Optional<AiError> truncation(AiReturn ret, boolean cut, boolean shaped) {
            if (!cut || (ret.toolCalls().isEmpty() && !shaped)) {
                return Optional.empty();
            }
            AiError.Category category = ret.finish() == FinishReason.LENGTH
                    ? AiError.Category.TRUNCATED
                    : AiError.Category.CONTENT_FILTERED;
            return Optional.of(AiError.of(
                    category, "cut", "the answer ended in the middle of a value or tool call; see maxOutputTokens"));
        }

        private static Entry.Status status(Optional<AiError> error, boolean cut) {
            return error.map(e ->
                            e.category() == AiError.Category.CANCELLED ? Entry.Status.CANCELLED : Entry.Status.FAILED)
                    .orElse(cut ? Entry.Status.INCOMPLETE : Entry.Status.COMPLETE);
        }
    }
}
