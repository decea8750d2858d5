package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.awt.Component;
import java.awt.Container;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.swing.JButton;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One page has all extension points: what to do, which one to take, and an example of each. */
class ExtensionPointsDocTest {
    private static final Pattern LINK = Pattern.compile("\\(#([a-z-]+)\\)");
    /** Interfaces that a builder takes and that nobody has to implement: they have factory methods. */
    private static final Set<String> SETTINGS = Set.of("Scheduler");

    private static String page() throws IOException {
        return Files.readString(Path.of("../../docs/extension-points.md"));
    }

    @Test
    @DisplayName("A10 every extension point that a builder takes is on one page")
    void a10_everyInterfaceThatABuilderTakes_isOnThePage() throws IOException {
        String page = page();
        Set<String> taken = Stream.of(Contributions.class, AiRuntime.Builder.class)
                .flatMap(builder -> Stream.of(builder.getMethods()))
                .map(Method::getParameterTypes)
                .flatMap(Stream::of)
                .filter(type -> type.isInterface() && type.getName().startsWith("dev.plumbline."))
                .filter(type -> !type.isSealed())
                .map(Class::getSimpleName)
                .filter(name -> !SETTINGS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(taken).hasSizeGreaterThan(10).allMatch(name -> page.contains("`" + name));
    }

    @Test
    @DisplayName("A10 every extension point has an example of ten lines or so")
    void a10_everyRowOfTheTable_leadsToAnExample() throws IOException {
        String page = page();
        String table = page.substring(0, page.indexOf("## Which one to take"));
        Matcher link = LINK.matcher(table);
        Set<String> linked = new TreeSet<>();
        while (link.find()) {
            linked.add(link.group(1));
        }
        Set<String> shown = Stream.of(page.split("\n## "))
                .filter(section -> section.contains("```java\n"))
                .map(section -> section.substring(0, section.indexOf('\n')))
                .map(title -> title.toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(linked).hasSizeGreaterThan(20);
        assertThat(shown).containsAll(linked);
    }

    @Test
    @DisplayName("A26 an executor of one's own goes into a runtime by one method, and its program runs")
    void a26_ownExecutor_runsInARuntime() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("wall", Map.of("length", 5)).says("Drawn.");
        List<Integer> walls = new ArrayList<>();
        ExtensionPointsExamples.Commands commands =
                new ExtensionPointsExamples.Commands(Map.of("wall", ExtensionPointsExamples.wall(walls)));
        try (AiRuntime ai = ExtensionPointsExamples.commanded(model, commands)) {
            AiReturn ret = ai.send(
                    AiBody.builder().toolFilter("*").addUser("Draw a wall.").build());
            assertThat(ret.text()).isEqualTo("Drawn.");
            assertThat(ret.toolResults().get(0).envelope().toJson().text())
                    .isEqualTo("{\"ok\":true,\"result\":{\"value\":1}}");
            assertThat(walls).containsExactly(5);
            assertThat(ai.describe()).contains("tool      wall");
        }
    }

    @Test
    @DisplayName("N34 the question handler of the page shows a question with its buttons until it is over")
    void n34_question_isShownUntilItIsOver() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("delete", Map.of()).says("Deleted.");
        JPanel dialog = new JPanel();
        try (AiRuntime ai = ExtensionPointsExamples.asking(model, dialog)) {
            ConversationSession session = ai.session(AiBody.builder().build(), SessionOptions.none(), new Deleting());
            CompletableFuture<AiReturn> turn = session.sendAsync("Delete it.");
            Await.until(() -> dialog.getComponentCount() == 1, () -> "no question");
            SwingUtilities.invokeAndWait(() -> button(dialog, "answer-approve").doClick());
            assertThat(turn.get().text()).isEqualTo("Deleted.");
            Await.until(() -> dialog.getComponentCount() == 0, () -> "the question stays");
        }
    }

    private static final class Deleting implements Extension {
        @Override
        public void contribute(Contributions to) {
            Json anything = Json.parse("{\"type\":\"object\"}");
            to.addTools(AiTool.of("delete", "Deletes.", anything, (in, call) -> "gone")
                    .withDestructive());
        }
    }

    private static JButton button(Container inside, String name) {
        for (Component part : inside.getComponents()) {
            JButton found = part instanceof JButton button && name.equals(button.getName())
                    ? button
                    : part instanceof Container more ? button(more, name) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
