package dev.plumbline.testkit.faults;

import dev.plumbline.testkit.laws.ToolLaws;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Tools with one error each, written by an eighth author from the contract without knowledge of the laws. */
final class EighthToolFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private EighthToolFaults() {}

    static List<PlantedFault> all() {
        EighthToolFaults faults = new EighthToolFaults();
        faults.tools();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<ToolLaws> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.TOOL, name, breaks, "", laws::get));
    }

    private void tools() {
        add(
                "undoes a first label with an empty one",
                "A room that had no label has an empty one after undo. docs/testing.md: \"If you implement undo(),"
                        + " undo must restore the snapshot.\"",
                Labels::new);
        add(
                "takes a missing scale from the plan",
                "The result of a pure tool is another one when the scale of the plan has changed, if the call names"
                        + " none. AiTool.withPure: \"the hint that its result depends on the arguments alone\".",
                Scales::new);
        add(
                "adds to an area that it has read before",
                "Two calls for one room at the same time add one area. docs/testing.md: \"A concurrent tool must change"
                        + " at the same time what it changes one call after the other.\"",
                Areas::new);
    }

    /** A tool that labels rooms. */
    private static final class Labels implements ToolLaws {
        private final Map<Integer, String> labels = new TreeMap<>();
        private final Deque<Runnable> edits = new ArrayDeque<>();

        @Override
        public AiTool tool() {
            return AiTool.of("labelRoom", "Writes a label into a room.", Label.class, this::write);
        }

        private synchronized Object write(Label in, ToolContext call) {
            if (in.room() < 1) {
                throw new ToolException("Rooms are numbered from 1.");
            }
            if (in.text().isBlank()) {
                throw new ToolException("A label has at least one character.");
            }
            String before = labels.getOrDefault(in.room(), "");
            labels.put(in.room(), in.text());
            edits.push(() -> labels.put(in.room(), before));
            return Map.of("room", in.room(), "label", in.text());
        }

        @Override
        public synchronized Object snapshot() {
            return Map.copyOf(labels);
        }

        @Override
        public Optional<Runnable> undo() {
            return Optional.of(this::undoLast);
        }

        private synchronized void undoLast() {
            if (!edits.isEmpty()) {
                edits.pop().run();
            }
        }

        record Label(int room, String text) {}
    }

    /** A tool that computes lengths on paper. */
    private static final class Scales implements ToolLaws {
        private volatile int scale = 50;

        @Override
        public AiTool tool() {
            return AiTool.of("lengthOnPaper", "Length on paper, in mm.", Length.class, this::onPaper)
                    .withPure();
        }

        private Object onPaper(Length in, ToolContext call) {
            int by = in.scale().orElse(scale);
            if (by < 1) {
                throw new ToolException("A scale is 1 or more, such as 100.");
            }
            return (double) in.millimetres() / by;
        }

        @Override
        public Object snapshot() {
            return scale;
        }

        @Override
        public void change() {
            scale = scale == 50 ? 100 : 50;
        }

        record Length(int millimetres, Optional<Integer> scale) {}
    }

    /** A tool that adds up the areas of rooms. */
    private static final class Areas implements ToolLaws {
        private static final long MOST = 1L << 40;

        private final Map<Integer, Long> areas = new ConcurrentHashMap<>();

        @Override
        public AiTool tool() {
            return AiTool.of("addArea", "Adds an area to a room, in cm².", Area.class, this::add)
                    .withConcurrent();
        }

        private Object add(Area in, ToolContext call) throws InterruptedException {
            if (in.area() < 1) {
                throw new ToolException("An area is at least 1 cm².");
            }
            long sum = areas.getOrDefault(in.room(), 0L) + in.area();
            if (sum > MOST) {
                throw new ToolException("A room is not as large as that.");
            }
            call.progress(0.5, "adding");
            Thread.sleep(2); // the plan is on a server
            areas.put(in.room(), sum);
            return Map.of("added", in.area());
        }

        @Override
        public Object snapshot() {
            return Map.copyOf(areas);
        }

        record Area(int room, int area) {}
    }
}
