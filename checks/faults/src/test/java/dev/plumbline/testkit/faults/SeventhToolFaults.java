package dev.plumbline.testkit.faults;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Tools with one error each, written by a seventh author from the contract without knowledge of the laws. */
final class SeventhToolFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SeventhToolFaults() {}

    static List<PlantedFault> all() {
        SeventhToolFaults faults = new SeventhToolFaults();
        faults.answers();
        faults.changes();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, PlantedFault.LawsOf laws) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, "", laws));
    }

    private void answers() {
        // docs/testing.md: "The tool must return a result or throw a `ToolException` with a message."
        add(
                "looks for the wall behind the last page",
                "The page that ends with the last wall is no result: the name of the next wall is read past the end.",
                Pages::new);
    }

    private void changes() {
        // docs/testing.md: "If you implement `undo()`, undo must restore the snapshot."
        add(
                "undoes a second coat by taking the paint off",
                "Undo of a room that had a colour before leaves it without one.",
                Paint::new);
        // docs/testing.md: "A `concurrent` tool must change at the same time what it changes one call after the other."
        add(
                "adds to the total that it read before it asked for the price",
                "Of two calls at the same time, the later one overwrites what the other has added.",
                Costs::new);
    }

    private static Json integer(int from, int to) {
        return Json.object().with("type", "integer").with("minimum", from).with("maximum", to);
    }

    private static Json oneOf(String... words) {
        return Json.object().with("type", "string").with("enum", List.of(words));
    }

    private static Json input(Map<String, Json> members) {
        return Json.object()
                .with("type", "object")
                .with("properties", members)
                .with("required", List.copyOf(members.keySet()))
                .with("additionalProperties", false);
    }

    private static Map<String, Json> two(String first, Json its, String second, Json other) {
        Map<String, Json> members = new LinkedHashMap<>();
        members.put(first, its);
        members.put(second, other);
        return members;
    }

    /** Lists walls by pages. */
    private static final class Pages implements ToolLaws {
        private final List<String> walls = new ArrayList<>(List.of(
                "north", "east", "south", "west", "hall", "stairs", "kitchen", "bath", "cellar", "roof", "porch",
                "shed"));

        @Override
        public AiTool tool() {
            return AiTool.of(
                            "listWalls",
                            "Lists walls from a position on, and names the one with which the next page begins.",
                            input(two("from", integer(0, 11), "count", integer(1, 12))),
                            (arguments, call) -> page(
                                    arguments.get("from").asInt(),
                                    arguments.get("count").asInt()))
                    .withReadOnly();
        }

        private Map<String, Object> page(int from, int count) {
            if (from >= walls.size()) {
                throw new ToolException("There are " + walls.size() + " walls.");
            }
            int end = Math.min(walls.size(), from + count);
            Map<String, Object> page = new TreeMap<>();
            page.put("walls", List.copyOf(walls.subList(from, end)));
            if (end <= walls.size()) {
                page.put("next", walls.get(end));
            }
            return page;
        }

        @Override
        public Object snapshot() {
            return List.copyOf(walls);
        }
    }

    /** Paints rooms. */
    private static final class Paint implements ToolLaws {
        private final Map<String, String> colours = new TreeMap<>();
        private final Deque<String> edits = new ArrayDeque<>();

        @Override
        public AiTool tool() {
            return AiTool.of(
                    "paintRoom",
                    "Paints a room.",
                    input(two(
                            "room",
                            oneOf("kitchen", "bath", "hall"),
                            "colour",
                            oneOf("white", "grey", "yellow", "blue"))),
                    (arguments, call) -> {
                        String room = arguments.get("room").asText();
                        colours.put(room, arguments.get("colour").asText());
                        edits.push(room);
                        return Map.of("painted", room);
                    });
        }

        @Override
        public Object snapshot() {
            return Map.copyOf(colours);
        }

        @Override
        public Optional<Runnable> undo() {
            return Optional.of(() -> {
                String room = edits.poll();
                if (room != null) {
                    colours.remove(room);
                }
            });
        }
    }

    /** Adds up what materials cost. */
    private static final class Costs implements ToolLaws {
        private volatile long total;

        @Override
        public AiTool tool() {
            return AiTool.of(
                            "addMaterial",
                            "Adds a material to the costs.",
                            input(two("material", oneOf("oak", "brick", "glass"), "count", integer(1, 1_000))),
                            (arguments, call) -> {
                                add(
                                        arguments.get("material").asText(),
                                        arguments.get("count").asInt(),
                                        call);
                                return Map.of("added", arguments.get("count").asInt());
                            })
                    .withConcurrent();
        }

        private void add(String material, int count, ToolContext call) {
            long before = total;
            total = before + count * price(material, call);
        }

        /** Asks the price list, which takes a moment. */
        private static long price(String material, ToolContext call) {
            call.cancellation().sleep(Duration.ofMillis(2), "asking for the price");
            return switch (material) {
                case "oak" -> 40;
                case "brick" -> 1;
                default -> 90;
            };
        }

        @Override
        public Object snapshot() {
            return total;
        }
    }
}
