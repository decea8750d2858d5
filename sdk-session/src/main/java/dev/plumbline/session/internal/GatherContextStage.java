package dev.plumbline.session.internal;

import dev.plumbline.body.Selector;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.session.TurnPipeline.TurnStage;
import dev.plumbline.tool.internal.ContextOrigins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The stage that reads the context sources: most once per turn, volatile ones before every call. The policy that adds
 * the facts to the call reads them from the call's notes.
 */
final class GatherContextStage {
    /** The fact of the answer that follows the last round. */
    private static final String LAST = "last-answer";

    private GatherContextStage() {}

    static TurnStage.Result run(RoundContext round) {
        if (round.turn.settings.contexts().isEmpty() && filter(round).names().isEmpty()) {
            round.facts = ContextSnapshot.EMPTY;
            round.context = ContextSnapshot.EMPTY;
        } else {
            gather(round);
        }
        Json words =
                round.turn.limits().lastWords(round.turn.ids(), round.round).orElse(null);
        if (words != null) {
            round.context =
                    join(round.context, new ContextSnapshot(Map.of(LAST, words), Set.of(LAST), Map.of(), List.of()));
        }
        return TurnStage.Result.next(round);
    }

    private static void gather(RoundContext round) {
        ContextSnapshot known = round.facts;
        List<ContextSource> due = chosen(round).stream()
                .filter(source -> source.isVolatile() || known == null)
                .toList();
        Map<ContextSource, Optional<Json>> said = due.isEmpty() ? Map.of() : read(due, round);
        SnapshotBuilder once = new SnapshotBuilder();
        SnapshotBuilder now = new SnapshotBuilder();
        said.forEach((source, value) -> {
            (source.isVolatile() ? now : once).add(source, value);
            if (value.isPresent() && source.origin().isUntrusted()) {
                ContextOrigins.sent(source.origin(), round.turn.approvals(), round.turn.memory());
            }
        });
        ContextSnapshot facts = known == null ? once.missing(unknown(round)).snapshot() : known;
        round.facts = facts;
        round.context = join(facts, now.snapshot());
    }

    private static Map<ContextSource, Optional<Json>> read(List<ContextSource> due, RoundContext round) {
        round.turn.branch.wake();
        return new ContextReader(round).read(due);
    }

    private static Selector filter(RoundContext round) {
        return round.turn.request.contextFilter(round.turn.body());
    }

    /**
     * Returns the selected sources. Resources are always included: an answer depends on them even if no fact is sent.
     */
    private static List<ContextSource> chosen(RoundContext round) {
        Selector filter = filter(round);
        return round.turn.settings.contexts().stream()
                .filter(source -> source.isResource() || filter.matches(source.key(), Set.of(), source.owner()))
                .toList();
    }

    /** Returns the names in the filter that no source has. */
    private static Set<String> unknown(RoundContext round) {
        Set<String> names = filter(round).names();
        round.turn.settings.contexts().forEach(source -> names.remove(source.key()));
        return names;
    }

    /** Joins two snapshots; the second one comes last. */
    private static ContextSnapshot join(ContextSnapshot first, ContextSnapshot second) {
        Map<String, Json> values = new LinkedHashMap<>(first.values());
        values.putAll(second.values());
        Map<String, String> resources = new LinkedHashMap<>(first.resources());
        resources.putAll(second.resources());
        Set<String> unkeyed = new LinkedHashSet<>(first.cacheIrrelevant());
        unkeyed.addAll(second.cacheIrrelevant());
        return new ContextSnapshot(
                values,
                unkeyed,
                resources,
                both(first.missing(), second.missing()),
                both(first.missingEssential(), second.missingEssential()));
    }

    private static List<String> both(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** A builder of a snapshot. */
    private static final class SnapshotBuilder {
        private final Map<String, Json> values = new LinkedHashMap<>();
        private final Map<String, String> resources = new LinkedHashMap<>();
        private final Set<String> unkeyed = new LinkedHashSet<>();
        private final List<String> missing = new ArrayList<>();
        private final List<String> unread = new ArrayList<>();

        void add(ContextSource source, Optional<Json> said) {
            if (said.isEmpty()) {
                missing.add(source.key());
                unread.addAll(source.isEssential() ? List.of(source.key()) : List.of());
            } else if (source.isResource()) {
                resources.put(source.key(), said.get().asText());
            } else {
                values.put(source.key(), source.origin().mark(said.get()));
            }
            if (!source.isCacheRelevant()) {
                unkeyed.add(source.key());
            }
        }

        SnapshotBuilder missing(Set<String> keys) {
            missing.addAll(keys);
            return this;
        }

        ContextSnapshot snapshot() {
            return new ContextSnapshot(values, unkeyed, resources, missing, unread);
        }
    }
}
