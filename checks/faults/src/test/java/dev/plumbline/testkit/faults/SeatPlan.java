package dev.plumbline.testkit.faults;

import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A tool of a tenth author that gives seats to guests, or one of its faults by number. */
final class SeatPlan {
    static final int ROWS = 4;
    static final int SEATS = 10;

    private static final Json INPUT = Json.parse("""
            {"type":"object","additionalProperties":false,"required":["row","first","count","guest"],"properties":{
            "row":{"type":"integer","minimum":1,"maximum":4},
            "first":{"type":"integer","minimum":1,"maximum":10},
            "count":{"type":"integer","minimum":1,"maximum":6},
            "guest":{"type":"string","minLength":1,"maxLength":20},
            "replace":{"type":"boolean","description":"whether seats of others are taken; false unless given"}}}
            """);

    private final int wrong;
    private final Map<String, String> taken = new TreeMap<>();
    private final Deque<Map<String, String>> before = new ArrayDeque<>();

    SeatPlan(int wrong) {
        this.wrong = wrong;
    }

    AiTool tool() {
        return AiTool.of(
                        "assignSeats",
                        "Gives neighbouring seats of a row to a guest and returns them.",
                        INPUT,
                        this::assign)
                .withConcurrent()
                .withPreview(in -> "Give " + in.get("count").asInt() + " seats of row "
                        + in.get("row").asInt() + "?");
    }

    private Object assign(Json in, ToolContext call) {
        int row = in.get("row").asInt();
        int first = in.get("first").asInt();
        int count = in.get("count").asInt();
        String guest = in.get("guest").asText().strip();
        boolean replace = in.get("replace").exists() && in.get("replace").asBoolean();
        if (guest.isEmpty()) {
            throw new ToolException("A guest needs a name.");
        }
        if (first + count - 1 > SEATS) {
            throw new ToolException("Row " + row + " ends with seat " + SEATS + ". Take fewer seats or begin earlier.");
        }
        List<String> seats = new ArrayList<>();
        for (int seat = first; seat < first + count; seat++) {
            seats.add(name(row, seat));
        }
        if (wrong == 16) {
            check(seats(), seats, guest, replace);
        }
        synchronized (this) {
            if (wrong != 16) {
                check(taken, seats, guest, replace);
            }
            if (wrong != 17) {
                call.cancellation().throwIfCancelled(); // last, before the effect
            }
            Map<String, String> was = new HashMap<>(); // null: the seat was free
            for (String seat : seats) {
                was.put(seat, taken.get(seat));
                taken.put(seat, guest);
            }
            before.push(was);
        }
        if (wrong == 17) {
            call.cancellation().throwIfCancelled();
        }
        return Json.object().with("guest", guest).with("seats", seats);
    }

    private static void check(Map<String, String> taken, List<String> seats, String guest, boolean replace) {
        for (String seat : seats) {
            if (!replace && taken.containsKey(seat) && !guest.equals(taken.get(seat))) {
                throw new ToolException("Seat " + seat + " is taken. Choose others, or replace.");
            }
        }
    }

    synchronized void undo() {
        if (before.isEmpty()) {
            return;
        }
        before.pop().forEach((seat, guest) -> {
            if (guest == null || wrong == 15) {
                taken.remove(seat);
            } else {
                taken.put(seat, guest);
            }
        });
    }

    synchronized void sitDown(String guest) {
        for (int seat = 1; seat <= SEATS; seat++) {
            if (taken.putIfAbsent(name(1, seat), guest) == null) {
                return;
            }
        }
    }

    synchronized Map<String, String> seats() {
        return Map.copyOf(taken);
    }

    private static String name(int row, int seat) {
        return row + "-" + seat;
    }
}
