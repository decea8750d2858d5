package dev.plumbline.testkit.faults;

import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A tool of a twelfth author, or one of its faults by number: the store room of a workshop, of which a model reserves several things at
 * once, all of them or none. A thing that stands in two lines counts twice. A reservation may take the last piece.
 */
final class Stock {
    static final String SCHEMA = """
            {"type":"object","properties":{"lines":{"type":"array","minItems":1,"maxItems":4,"items":{
            "type":"object","properties":{
            "thing":{"type":"string","enum":["bolt","nut","washer"]},
            "count":{"type":"integer","minimum":1,"maximum":12}},
            "required":["thing","count"],"additionalProperties":false}}},
            "required":["lines"],"additionalProperties":false}""";

    private record Reservation(int number, Map<String, Integer> taken) {}

    private final Map<String, Integer> shelf = new TreeMap<>();
    private final Deque<Reservation> reserved = new ArrayDeque<>();
    private int last;
    private final int wrong;

    Stock(int wrong, int each) {
        this.wrong = wrong;
        for (String thing : List.of("bolt", "nut", "washer")) {
            shelf.put(thing, each);
        }
    }

    AiTool tool() {
        return AiTool.of(
                        "reserve",
                        "Reserves things of the store room, all of them or none.",
                        Json.parse(SCHEMA),
                        this::reserve)
                .withConcurrent()
                .withExample(Map.of("lines", List.of(Map.of("thing", "bolt", "count", 4))));
    }

    Object reserve(Json in, ToolContext call) {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (Json line : in.get("lines").elements()) {
            wanted.merge(line.get("thing").asText(), line.get("count").asInt(), Integer::sum);
        }
        if (wrong == 16) {
            requireEnough(wanted);
        }
        synchronized (this) {
            if (wrong != 16) {
                requireEnough(wanted);
            }
            if (wrong != 17) {
                call.cancellation().throwIfCancelled();
            }
            wanted.forEach((thing, count) -> shelf.merge(thing, -count, Integer::sum));
            last++;
            reserved.addLast(new Reservation(last, wanted));
            if (wrong == 17) {
                call.cancellation().throwIfCancelled();
            }
            return result(wanted);
        }
    }

    private void requireEnough(Map<String, Integer> wanted) {
        wanted.forEach((thing, count) -> {
            int left = shelf.get(thing);
            if (left < count || (wrong == 15 && left == count)) {
                throw new ToolException("Only " + left + " of " + thing + " are left. Ask for fewer.");
            }
        });
    }

    private Json result(Map<String, Integer> wanted) {
        Json left = Json.object();
        List<String> low = new ArrayList<>();
        for (String thing : wanted.keySet()) {
            int now = shelf.get(thing);
            left = left.with(thing, now);
            if (now < 10) {
                low.add(thing);
            }
        }
        return Json.object().with("number", last).with("left", left).with("low", low);
    }

    /** Takes the last reservation back. */
    synchronized void undo() {
        Reservation undone = reserved.removeLast();
        undone.taken().forEach((thing, count) -> shelf.merge(thing, count, Integer::sum));
        last = undone.number() - 1;
    }

    /** A delivery, or somebody at the counter: so many more or fewer of a thing. */
    synchronized void deliver(String thing, int count) {
        shelf.merge(thing, count, Integer::sum);
    }

    synchronized Object snapshot() {
        return Map.of("shelf", new TreeMap<>(shelf), "reserved", List.copyOf(reserved), "last", last);
    }
}
