package dev.plumbline.session;

import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.ContextSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The stage that asks the context sources: most once per turn, volatile ones before every call. The layer that puts the
 * facts into the call finds them in its notes.
 */
final class GatherContext implements Stage {
    static final String NAME = "gather-context";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "asks the context sources";
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.of(work);
        ContextReading reading = new ContextReading(round);
        Optional<ContextSnapshot> known = round.facts();
        ContextSnapshot facts = known.orElseGet(() -> reading.read(chosen(round, source -> !source.isVolatile())));
        ContextSnapshot now = reading.read(chosen(round, ContextSource::isVolatile));
        return Result.next(round.withContext(facts, ContextReading.join(facts, now)));
    }

    /** Resources are no matter of choice: an answer depends on them whether or not the model is told anything. */
    private static List<ContextSource> chosen(RoundWork round, Predicate<ContextSource> due) {
        Turn turn = round.turn();
        return turn.wiring().contexts().stream()
                .filter(due)
                .filter(source -> source.isResource()
                        || turn.ask().contextFilter(turn.body()).matches(source.key()))
                .toList();
    }
}
