package dev.plumbline.tool;

import dev.plumbline.body.ToolEnvelope;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A ledger that lasts as long as the program; of too many calls it forgets the oldest. */
final class InMemoryToolLedger implements ToolLedger {
    private final int most;
    private final Map<Key, Line> lines = new LinkedHashMap<>();

    InMemoryToolLedger(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a ledger remembers at least 1 call");
        }
        this.most = most;
    }

    @Override
    public synchronized Optional<Line> begin(Call call) {
        Line before = lines.putIfAbsent(Key.of(call), new Line(call.digest(), Optional.empty()));
        Iterator<Key> oldest = lines.keySet().iterator();
        while (lines.size() > most) {
            oldest.next();
            oldest.remove();
        }
        return Optional.ofNullable(before);
    }

    @Override
    public synchronized void finish(Call call, ToolEnvelope envelope) {
        lines.replace(Key.of(call), new Line(call.digest(), Optional.of(envelope)));
    }

    @Override
    public synchronized void forget(String session) {
        lines.keySet().removeIf(key -> key.session().equals(session));
    }

    private record Key(String session, String id) {
        static Key of(Call call) {
            return new Key(call.session(), call.id());
        }
    }
}
