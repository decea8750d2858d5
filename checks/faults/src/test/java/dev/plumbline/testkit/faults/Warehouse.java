package dev.plumbline.testkit.faults;

import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Bins of a thirteenth author, or with one of its faults by number: at most 60 units each, a tool that moves units between them, and the
 * undo of its moves.
 */
final class Warehouse {
    static final int CAPACITY = 60;

    private record Move(String from, String to, int units) {}

    private final int wrong;
    private final Map<String, Integer> bins = new TreeMap<>(Map.of("A", 40, "B", 55, "C", 10));
    private final List<String> log = new ArrayList<>();
    private final Deque<Move> done = new ArrayDeque<>();

    Warehouse(int wrong) {
        this.wrong = wrong;
    }

    AiTool moveStock() {
        Json schema = Json.parse("""
                {"type":"object","additionalProperties":false,"required":["from","to","units"],"properties":{
                  "from":{"type":"string","enum":["A","B","C"],"description":"the bin that loses units"},
                  "to":{"type":"string","enum":["A","B","C"],"description":"the bin that gets them"},
                  "units":{"type":"integer","minimum":1,"maximum":30},
                  "partial":{"type":"boolean","description":"move as many as can be moved, if not all can"}}}""");
        return AiTool.of(
                        "moveStock",
                        "Moves units between two bins of at most 60 units; returns how many were moved, and what both have.",
                        schema,
                        (in, call) -> {
                            call.cancellation().throwIfCancelled();
                            return move(
                                    in.get("from").asText(),
                                    in.get("to").asText(),
                                    in.get("units").asInt(),
                                    in.get("partial").exists()
                                            && in.get("partial").asBoolean());
                        })
                .withConcurrent()
                .withExample(Map.of("from", "A", "to", "C", "units", 5));
    }

    private Json move(String from, String to, int units, boolean partial) {
        if (from.equals(to)) {
            throw new ToolException("Give two different bins.");
        }
        int before = possible(from, to);
        if (wrong == 15) {
            Thread.yield();
        }
        synchronized (this) {
            int possible = wrong == 15 ? before : possible(from, to);
            int moved = partial ? Math.min(units, possible) : units;
            if (moved > possible || moved == 0) {
                throw new ToolException("Only " + possible + " units can be moved from " + from + " to " + to + ".");
            }
            bins.merge(from, -moved, Integer::sum);
            bins.merge(to, moved, Integer::sum);
            log.add(from + " to " + to + ": " + moved);
            done.push(new Move(from, to, moved));
            return Json.object().with("moved", moved).with(from, bins.get(from)).with(to, bins.get(to));
        }
    }

    private synchronized int possible(String from, String to) {
        return Math.min(bins.get(from), CAPACITY - bins.get(to));
    }

    synchronized void undo() {
        if (done.isEmpty()) {
            return;
        }
        Move last = done.pop();
        bins.merge(last.from(), last.units(), Integer::sum);
        bins.merge(last.to(), -last.units(), Integer::sum);
        log.remove(log.size() - 1);
    }

    /** Somebody counts the bin again. */
    synchronized void count(String bin, int units) {
        bins.put(bin, units);
        done.clear();
    }

    synchronized String state() {
        return bins + " " + log;
    }
}
