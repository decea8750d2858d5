package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.CatalogPieceOfFurniture;
import com.eteks.sweethome3d.model.HomeObject;
import com.eteks.sweethome3d.model.Selectable;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tools that look and change nothing. */
record ReadTools(HomePlan plan) {

    List<AiTool> tools() {
        return List.of(
                AiTool.of(
                                "read_plan",
                                "Reads the plan, 50 things a page, with the exact number of all things of each kind.",
                                Read.class,
                                (in, call) -> read(in))
                        .withTags("read-only"),
                AiTool.of(
                                "find_furniture",
                                "Finds furniture, doors and windows in the catalogue by words of name or category.",
                                Find.class,
                                (in, call) -> find(in))
                        .withTags("read-only"),
                AiTool.of(
                                "measure",
                                "Measures things: where each is, how big, and the box around them all.",
                                Measure.class,
                                (in, call) -> measure(in))
                        .withTags("read-only"));
    }

    private Contents read(Read in) {
        Kind kind = in.kind().orElse(Kind.WALLS);
        int page = in.page().orElse(1);
        ResultPage things = switch (kind) {
            case WALLS -> ResultPage.of(plan.walls(), page, HomeFacts::of);
            case ROOMS -> ResultPage.of(plan.rooms(), page, HomeFacts::of);
            case FURNITURE -> ResultPage.of(plan.furniture(), page, HomeFacts::of);
        };
        Totals totals = new Totals(
                plan.walls().size(), plan.rooms().size(), plan.furniture().size());
        return new Contents(totals, kind, things);
    }

    private ResultPage find(Find in) {
        List<String> words = Arrays.stream(in.words().toLowerCase(Locale.ROOT).split("\\W+"))
                .filter(word -> !word.isEmpty())
                .toList();
        List<CatalogPieceOfFurniture> found =
                plan.catalog().stream().filter(piece -> speaksOf(piece, words)).toList();
        return ResultPage.of(found, in.page().orElse(1), HomeFacts::of);
    }

    private static boolean speaksOf(CatalogPieceOfFurniture piece, List<String> words) {
        String text = (piece.getName() + " " + piece.getCategory().getName()).toLowerCase(Locale.ROOT);
        return words.stream().allMatch(text::contains);
    }

    private Measured measure(Measure in) {
        List<HomeObject> things = in.ids().stream().map(plan::thing).toList();
        List<float[]> points = things.stream()
                .flatMap(thing -> Arrays.stream(((Selectable) thing).getPoints()))
                .toList();
        Box box = new Box(least(points, 0), least(points, 1), most(points, 0), most(points, 1));
        return new Measured(things.stream().map(HomeFacts::of).toList(), box);
    }

    private static double least(List<float[]> points, int axis) {
        return HomeFacts.tidy(
                points.stream().mapToDouble(point -> point[axis]).min().orElse(0));
    }

    private static double most(List<float[]> points, int axis) {
        return HomeFacts.tidy(
                points.stream().mapToDouble(point -> point[axis]).max().orElse(0));
    }

    enum Kind {
        WALLS,
        ROOMS,
        FURNITURE
    }

    record Read(
            @Param("WALLS unless given") Optional<Kind> kind,
            @Param("from 1; 1 unless given") Optional<Integer> page) {}

    record Find(
            @Param("all of these must occur, in the language of the catalogue; empty for everything")
            String words,

            @Param("from 1; 1 unless given") Optional<Integer> page) {}

    record Measure(@Param("of walls, rooms and furniture") List<String> ids) {}

    record Totals(int walls, int rooms, int furniture) {}

    record Contents(Totals totals, Kind kind, ResultPage things) {}

    record Box(double left, double top, double right, double bottom) {}

    record Measured(List<Object> things, Box around) {}
}
