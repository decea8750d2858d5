package dev.plumbline.violations.events;

import dev.plumbline.event.CallIds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Events that can hold text. */
public sealed interface BadEvent {
    record Said(CallIds ids, String words) implements BadEvent {}

    record Wrapped(Optional<Object> inside) implements BadEvent {}

    record Nested(Deep deep) implements BadEvent {}

    record Deep(Instant at, Optional<String> note) implements BadEvent {}

    record Listed(List<Integer> pieces) implements BadEvent {}

    record Fine(CallIds ids, Optional<Instant> at) implements BadEvent {}
}
