package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import com.eteks.sweethome3d.model.HomeDoorOrWindow;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Wall;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanToolsTest {
    private final HomeFixture table = new HomeFixture();

    @AfterEach
    void close() {
        table.close();
    }

    /** A square of four joined walls, a room and a bed. */
    private static void furnish(HomeFixture table) {
        table.wall(0, 0, 400, 0);
        table.wall(400, 0, 400, 300);
        table.wall(400, 300, 0, 300);
        table.wall(0, 300, 0, 0);
        table.makes("add_furniture", Map.of("catalogId", "eTeks#bed140x190", "x", 100, "y", 120));
        table.makes("add_room", room());
    }

    private static Map<String, Object> room() {
        return Map.of(
                "name",
                "Bedroom",
                "points",
                List.of(List.of(0, 0), List.of(400, 0), List.of(400, 300), List.of(0, 300)));
    }

    /** An edit of the whole furnished home, by the tool that makes it. */
    record Edit(String tool, Consumer<HomeFixture> made) {
        @Override
        public String toString() {
            return tool;
        }
    }

    static List<Edit> edits() {
        List<Edit> edits = new ArrayList<>();
        edits.add(new Edit("add_wall", table -> table.wall(0, 0, -100, 0)));
        edits.add(new Edit("add_room", table -> table.makes("add_room", room())));
        edits.add(new Edit(
                "add_furniture",
                table -> table.makes("add_furniture", Map.of("catalogId", "eTeks#chair", "x", 50, "y", 50))));
        edits.add(new Edit("add_door", table -> table.makes("add_door", door(table, 150))));
        edits.add(new Edit(
                "move",
                table -> table.plan
                        .things()
                        .forEach(thing -> table.makes("move", Map.of("id", thing.getId(), "dx", 20, "dy", -30)))));
        edits.add(new Edit("resize", table -> {
            table.makes("resize", Map.of("id", wallId(table, 1), "length", 250));
            String bed = table.plan.furniture().get(0).getId();
            table.makes("resize", Map.of("id", bed, "width", 90, "depth", 200, "height", 40));
        }));
        edits.add(new Edit(
                "delete",
                table -> table.plan
                        .things()
                        .forEach(thing -> table.call("delete", Map.of("ids", List.of(thing.getId()))))));
        return edits;
    }

    private static String wallId(HomeFixture table, int index) {
        return table.plan.walls().get(index).getId();
    }

    private static Map<String, Object> door(HomeFixture table, double at) {
        String catalogId = table.plan.catalog().stream()
                .filter(piece -> piece.isDoorOrWindow())
                .findFirst()
                .orElseThrow()
                .getId();
        return Map.of("catalogId", catalogId, "wall", wallId(table, 0), "at", at);
    }

    @ParameterizedTest
    @MethodSource("edits")
    void everyEdit_undoneAndRedone_leavesTheSameState(Edit edit) {
        furnish(table);
        table.turn("t2");
        String before = table.state();
        edit.made().accept(table);
        String after = table.state();
        assertThat(after).isNotEqualTo(before);
        table.undo.undo();
        assertThat(table.state()).as("undone").isEqualTo(before);
        table.undo.redo();
        assertThat(table.state()).as("redone").isEqualTo(after);
        table.undo.undo();
        assertThat(table.state()).as("undone again").isEqualTo(before);
    }

    @Test
    void turn_isOneStep_postedWithItsFirstEdit() {
        table.wall(0, 0, 400, 0);
        assertThat(table.undo.canUndo()).as("posted at once").isTrue();
        table.wall(400, 0, 400, 300);
        table.turn("t2");
        table.wall(400, 300, 0, 300);
        table.undo.undo();
        assertThat(table.home.getWalls()).as("the second turn alone").hasSize(2);
        table.undo.undo();
        assertThat(table.home.getWalls()).isEmpty();
        assertThat(table.undo.canUndo()).isFalse();
    }

    @Test
    void editOfTheUsers_inBetween_splitsTheStep() {
        table.wall(0, 0, 400, 0);
        table.undo.addEdit(new javax.swing.undo.AbstractUndoableEdit());
        table.wall(400, 0, 400, 300);
        table.undo.undo();
        assertThat(table.home.getWalls()).hasSize(1);
    }

    @Test
    void wall_joinsTheWallsItMeets() {
        table.wall(0, 0, 400, 0);
        table.wall(400, 0, 400, 300);
        List<Wall> walls = table.plan.walls();
        assertThat(walls.get(0).getWallAtEnd()).isSameAs(walls.get(1));
        assertThat(walls.get(1).getWallAtStart()).isSameAs(walls.get(0));
    }

    @Test
    void movedWall_pullsItsNeighbours() {
        furnish(table);
        table.makes("move", Map.of("id", wallId(table, 0), "dx", 0, "dy", -50));
        assertThat(table.plan.walls().get(1).getYStart()).isEqualTo(-50);
        assertThat(table.plan.walls().get(3).getYEnd()).isEqualTo(-50);
    }

    @Test
    void door_hangsInItsWall() {
        furnish(table);
        table.makes("add_door", door(table, 150));
        HomePieceOfFurniture door = table.plan.furniture().get(1);
        assertThat(door).isInstanceOfSatisfying(HomeDoorOrWindow.class, it -> {
            assertThat(it.isBoundToWall()).isTrue();
            assertThat(it.getX()).isEqualTo(150);
            assertThat(it.getAngle()).isZero();
        });
        assertThat(table.call("add_door", door(table, 4000)).isOk()).isFalse();
    }

    @Test
    void longPlan_isReadInPages_withItsExactTotals() {
        for (int i = 0; i < 120; i++) {
            table.wall(0, i * 20, 100, i * 20);
        }
        Json first = table.call("read_plan", Map.of()).result();
        assertThat(first.get("totals").get("walls").asInt()).isEqualTo(120);
        assertThat(first.get("things").get("items").elements()).hasSize(50);
        assertThat(first.get("things").get("next").asInt()).isEqualTo(2);
        Json last = table.call("read_plan", Map.of("page", 3)).result();
        assertThat(last.get("things").get("items").elements()).hasSize(20);
        assertThat(last.get("things").get("next").exists()).isFalse();
        assertThat(table.call("read_plan", Map.of("page", 4)).isOk()).isFalse();
    }

    @Test
    void measure_saysWhereThingsEnd() {
        String wall = table.wall(0, 0, 400, 0);
        Json measured = table.call("measure", Map.of("ids", List.of(wall))).result();
        assertThat(measured.get("things").elements().get(0).get("length").asDouble())
                .isEqualTo(400);
        assertThat(measured.get("around").get("right").asDouble()).isEqualTo(400);
    }

    @Test
    void find_wantsAllWords() {
        Json found = table.call("find_furniture", Map.of("words", "bed 140")).result();
        assertThat(found.get("items").elements())
                .extracting(offer -> offer.get("catalogId").asText())
                .contains("eTeks#bed140x190");
        assertThat(table.call("find_furniture", Map.of("words", "bed submarine"))
                        .result()
                        .get("total")
                        .asInt())
                .isZero();
    }

    @Test
    void wrongWishes_areAnsweredInWords() {
        assertThat(said("add_wall", Map.of("x1", 1, "y1", 1, "x2", 1, "y2", 1))).contains("no length");
        assertThat(said("move", Map.of("id", "wall-0", "dx", 1, "dy", 1))).contains("read_plan");
        assertThat(said("add_furniture", Map.of("catalogId", "x", "x", 1, "y", 1)))
                .contains("find_furniture");
        assertThat(said("add_room", Map.of("name", "r", "points", List.of(List.of(1, 2)))))
                .contains("three corners");
    }

    @Test
    void lockedPlan_keepsItsWalls() {
        String wall = table.wall(0, 0, 400, 0);
        table.home.setBasePlanLocked(true);
        assertThat(said("delete", Map.of("ids", List.of(wall)))).contains("locked");
        assertThat(said("add_wall", Map.of("x1", 1, "y1", 1, "x2", 90, "y2", 1)))
                .contains("locked");
        assertThat(table.home.getWalls()).hasSize(1);
    }

    @Test
    @DisplayName("N11 the question before things are deleted names them as the plan does")
    void n11_preview_namesWhatGoes() {
        furnish(table);
        List<String> ids =
                table.plan.things().stream().map(thing -> thing.getId()).toList();
        AiTool delete = new EditTools(table.plan)
                .tools().stream()
                        .filter(tool -> tool.name().equals("delete"))
                        .findFirst()
                        .orElseThrow();
        assertThat(delete.preview().orElseThrow().apply(Json.object().with("ids", ids)))
                .startsWith("Delete from the plan: ")
                .contains(
                        "a wall of 400 cm",
                        "the room Bedroom",
                        table.plan.furniture().get(0).getName());
    }

    private String said(String tool, Map<String, ?> arguments) {
        ToolEnvelope refused = table.call(tool, arguments);
        assertThat(refused.isOk()).isFalse();
        return refused.failure().orElseThrow().message();
    }

    @Test
    @DisplayName("a plan that was taken back has the revision it had before")
    void revision_followsTheContent() {
        String empty = table.plan.revision();
        table.wall(0, 0, 400, 0);
        String drawn = table.plan.revision();
        assertThat(drawn).isNotEqualTo(empty);
        table.undo.undo();
        assertThat(table.plan.revision()).isEqualTo(empty);
        table.undo.redo();
        assertThat(table.plan.revision()).isEqualTo(drawn);
    }
}
