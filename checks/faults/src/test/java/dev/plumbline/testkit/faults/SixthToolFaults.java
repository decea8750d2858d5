package dev.plumbline.testkit.faults;

import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Tools with one error each, written by a sixth author from the contract without knowledge of the laws. */
final class SixthToolFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private SixthToolFaults() {}

    static List<PlantedFault> all() {
        SixthToolFaults faults = new SixthToolFaults();
        faults.hints();
        faults.refusals();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<ToolLaws> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, "", laws::get));
    }

    private void hints() {
        add(
                "sorts the document in order to list it",
                "A read-only tool changes the order of the walls. AiTool.withReadOnly: \"Returns a copy with the hint"
                        + " that"
                        + " it changes nothing.\"",
                SortedList::new);
        add(
                "does not look at the last entry",
                "The only entry of the list of recent materials is added again by a repeated call."
                        + " AiTool.withIdempotent:"
                        + " \"Returns a copy with the hint that a repeated call has no further effect.\"",
                Recent::new);
    }

    private void refusals() {
        add(
                "draws the walls before a bad one",
                "A refused call has drawn a part of its walls. docs/testing.md, A tool: \"After an exception nothing"
                        + " may"
                        + " have changed.\"",
                Several::new);
    }

    /** Lists the longest walls. */
    private static final class SortedList implements ToolLaws {
        private final List<Integer> walls = new ArrayList<>(List.of(1_200, 5_000, 3_000));

        /** The arguments. */
        record Query(int most) {}

        @Override
        public AiTool tool() {
            return AiTool.of(
                            "longestWalls",
                            "Lists the longest walls, in" + " mm.",
                            Query.class,
                            (in, call) -> list(in.most()))
                    .withReadOnly();
        }

        private synchronized Map<String, Object> list(int most) {
            if (most < 1) {
                throw new ToolException("Ask for at least 1 wall.");
            }
            walls.sort(Comparator.reverseOrder());
            return Map.of("walls", List.copyOf(walls.subList(0, Math.min(most, walls.size()))), "of", walls.size());
        }

        @Override
        public synchronized Object snapshot() {
            return List.copyOf(walls);
        }

        @Override
        public synchronized void change() {
            walls.add(2_500);
        }
    }

    /** Chooses a material, and keeps those chosen last. */
    private static final class Recent implements ToolLaws {
        private static final int MOST = 5;

        private final List<Material> recent = new ArrayList<>();

        /** The materials. */
        enum Material {
            OAK,
            GLASS,
            STEEL,
            BRICK
        }

        /** The arguments. */
        record Choice(Material material) {}

        @Override
        public AiTool tool() {
            return AiTool.of(
                            "chooseMaterial",
                            "Chooses the material of the next wall.",
                            Choice.class,
                            (in, call) -> choose(in.material()))
                    .withIdempotent();
        }

        private synchronized Map<String, Object> choose(Material material) {
            for (int i = 0; i < recent.size() - 1; i++) {
                if (recent.get(i) == material) {
                    recent.remove(i);
                    break;
                }
            }
            recent.add(0, material);
            if (recent.size() > MOST) {
                recent.remove(MOST);
            }
            return Map.of("material", material);
        }

        @Override
        public synchronized Object snapshot() {
            return List.copyOf(recent);
        }

        @Override
        public synchronized void change() {
            recent.clear();
        }
    }

    /** Draws several walls. */
    private static final class Several implements ToolLaws {
        private final List<Integer> walls = new ArrayList<>();

        /** The arguments. */
        record Lengths(List<Integer> lengths) {}

        @Override
        public AiTool tool() {
            return AiTool.of(
                    "drawWalls",
                    "Draws walls of these lengths in mm.",
                    Lengths.class,
                    (in, call) -> draw(in.lengths()));
        }

        private synchronized Map<String, Object> draw(List<Integer> lengths) {
            for (int length : lengths) {
                if (length <= 0) {
                    throw new ToolException("A wall needs a length of more than 0 mm.");
                }
                walls.add(length);
            }
            return Map.of("drawn", lengths.size());
        }

        @Override
        public synchronized Object snapshot() {
            return List.copyOf(walls);
        }

        @Override
        public synchronized void change() {
            walls.add(1_000);
        }
    }
}
