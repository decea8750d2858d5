package dev.plumbline.session;

import dev.plumbline.event.Label;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.ContextSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One reading of context sources: a source that fails or has nothing to tell is missing, and the turn goes on. */
final class ContextReading {
    private final RoundWork round;
    private final ContextSource.Request asked;

    ContextReading(RoundWork round) {
        Turn turn = round.turn();
        this.round = round;
        this.asked = new ContextSource.Request(turn.input(), round.conversation(), turn.ids(), turn.cancellation());
    }

    ContextSnapshot read(List<ContextSource> sources) {
        Map<String, Json> values = new LinkedHashMap<>();
        Map<String, String> resources = new LinkedHashMap<>();
        Set<String> unkeyed = new LinkedHashSet<>();
        List<String> missing = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (ContextSource source : sources) {
            Optional<Json> said = said(source);
            if (said.isEmpty()) {
                missing.add(source.key());
                unread.addAll(source.isResource() ? List.of(source.key()) : List.of());
            } else if (source.isResource()) {
                resources.put(source.key(), said.get().asText());
            } else {
                values.put(source.key(), said.get());
            }
            if (!source.isCacheRelevant()) {
                unkeyed.add(source.key());
            }
        }
        return new ContextSnapshot(values, unkeyed, resources, missing, unread);
    }

    private Optional<Json> said(ContextSource source) {
        try {
            Object value = source.reader().read(asked);
            return value instanceof Optional<?> maybe ? json(maybe.orElse(null)) : json(value);
        } catch (Throwable t) {
            round.turn().wiring().failed(round.turn().ids(), Label.of(source.key()), t);
            return Optional.empty();
        }
    }

    private static Optional<Json> json(@Nullable Object value) {
        boolean nothing = value == null
                || (value instanceof CharSequence text && text.isEmpty())
                || (value instanceof Collection<?> items && items.isEmpty())
                || (value instanceof Map<?, ?> members && members.isEmpty());
        return nothing ? Optional.empty() : Optional.of(Json.of(value));
    }

    /** What both said, the second one last. */
    static ContextSnapshot join(ContextSnapshot first, ContextSnapshot second) {
        Map<String, Json> values = new LinkedHashMap<>(first.values());
        values.putAll(second.values());
        Map<String, String> resources = new LinkedHashMap<>(first.resources());
        resources.putAll(second.resources());
        Set<String> unkeyed = new LinkedHashSet<>(first.unkeyed());
        unkeyed.addAll(second.unkeyed());
        return new ContextSnapshot(
                values,
                unkeyed,
                resources,
                both(first.missing(), second.missing()),
                both(first.unread(), second.unread()));
    }

    private static List<String> both(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
