package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.model.CatalogPieceOfFurniture;
import com.eteks.sweethome3d.model.Home;
import com.eteks.sweethome3d.model.HomeObject;
import com.eteks.sweethome3d.model.HomePieceOfFurniture;
import com.eteks.sweethome3d.model.Room;
import com.eteks.sweethome3d.model.UserPreferences;
import com.eteks.sweethome3d.model.Wall;
import com.eteks.sweethome3d.plugin.Plugin;
import com.eteks.sweethome3d.viewcontroller.HomeController;
import com.eteks.sweethome3d.viewcontroller.PlanView;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.TurnEdits;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolException;
import java.awt.Color;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.swing.undo.UndoableEditSupport;
import org.jspecify.annotations.Nullable;

/** The home that is drawn: what stands in it, by id, and the way to change it. Used on the UI thread. */
final class HomePlan {
    private final Home home;
    private final UserPreferences preferences;
    private final TurnEdits edits;
    private final @Nullable PlanView view;

    HomePlan(Home home, UserPreferences preferences, UndoableEditSupport undo, @Nullable HomeController window) {
        this.home = home;
        this.preferences = preferences;
        this.edits = window == null
                ? TurnEdits.of(undo, "AI edit", () -> {}, () -> {})
                : TurnEdits.of(undo, "AI edit", window::undo, window::redo);
        this.view = window == null ? null : window.getPlanController().getView();
    }

    static HomePlan of(Plugin plugin) {
        return new HomePlan(
                plugin.getHome(),
                plugin.getUserPreferences(),
                plugin.getUndoableEditSupport(),
                plugin.getHomeController());
    }

    /** The undo of its turns. */
    TurnEdits edits() {
        return edits;
    }

    /** Draws over the plan what would happen, until the subscription is closed. */
    Subscription ghost(Color tone, List<float[][]> outlines) {
        return PlanGhost.draw(view, tone, outlines);
    }

    Home home() {
        return home;
    }

    /** The path of its file; empty for a home that was never saved. */
    String file() {
        return Optional.ofNullable(home.getName()).orElse("");
    }

    /** The state of the plan: equal plans have equal revisions, also after undo and in another run of the program. */
    String revision() {
        return AssistantDocument.digest(
                things().stream().map(thing -> HomeFacts.of(thing).toString()).sorted());
    }

    UserPreferences preferences() {
        return preferences;
    }

    /** The language people read here. */
    Locale locale() {
        return Locale.forLanguageTag(preferences.getLanguage().replace('_', '-'));
    }

    List<Wall> walls() {
        return List.copyOf(home.getWalls());
    }

    List<Room> rooms() {
        return List.copyOf(home.getRooms());
    }

    List<HomePieceOfFurniture> furniture() {
        return List.copyOf(home.getFurniture());
    }

    /** All that tools can name: what lies in a group of furniture is not among it. */
    List<HomeObject> things() {
        return Stream.<Collection<? extends HomeObject>>of(home.getWalls(), home.getRooms(), home.getFurniture())
                .<HomeObject>flatMap(Collection::stream)
                .toList();
    }

    /** The thing of that id. */
    HomeObject thing(String id) {
        return things().stream()
                .filter(thing -> thing.getId().equals(id))
                .findFirst()
                .orElseThrow(() -> new ToolException("There is no " + id + " in this home; read_plan has the ids."));
    }

    /** The wall of that id. */
    Wall wall(String id) {
        if (thing(id) instanceof Wall wall) {
            return wall;
        }
        throw new ToolException(id + " is no wall.");
    }

    /** All furniture that may be placed. */
    List<CatalogPieceOfFurniture> catalog() {
        return preferences.getFurnitureCatalog().getCategories().stream()
                .flatMap(category -> category.getFurniture().stream())
                .toList();
    }

    /** Makes a change and posts it at once: a user who closes the home in the middle of a turn is asked to save. */
    void change(String turn, Change change) {
        change.redo();
        edits.add(turn, change::undo, change::redo);
    }

    /** Refuses to touch walls and rooms when the user has locked the base plan. */
    void mayDraw() {
        if (home.isBasePlanLocked()) {
            throw new ToolException("The user has locked the base plan: walls and rooms cannot be changed.");
        }
    }
}
