package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.integration.lifecycle.ModuleProgram.Source;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a module and requires the SDK as modules: compiled, and run from the module path alone. */
class ModulePathTest {
    private static final String OPENING = "opens consumer to dev.plumbline.api, tools.jackson.databind;";

    private static final String CLOSED = "the record consumer.Main$Wall cannot be created and read: consumer does not"
            + " open its package; write \"" + OPENING + "\" in module-info.java";

    /** A program that uses a record in every place and prints what the library says of each. */
    private static final String RECORDS = """
            package consumer;

            import dev.plumbline.body.ToolEnvelope;
            import dev.plumbline.call.AiCall;
            import dev.plumbline.call.AiReturn;
            import dev.plumbline.json.Json;
            import dev.plumbline.json.TypeRef;
            import dev.plumbline.provider.AiProvider;
            import dev.plumbline.runtime.AiRuntime;
            import dev.plumbline.tool.AiTool;
            import dev.plumbline.tool.Tool;
            import java.util.List;
            import java.util.Optional;
            import java.util.concurrent.CompletableFuture;

            public final class Main {
                public record Wall(String id, Optional<Wall> next) {}

                static final class Model implements AiProvider {
                    int calls;
                    public String id() { return "model"; }
                    public String defaultModel() { return "m"; }
                    public AiReturn call(AiCall call) {
                        calls++;
                        String wall = "{\\"id\\":\\"w1\\"}";
                        boolean list = call.outputSchema().map(schema -> schema.text().contains("items")).orElse(false);
                        return AiReturn.ofText(list ? "[" + wall + "]" : wall);
                    }
                }

                static final class Pen {
                    @Tool("Draws.") ToolEnvelope draw(List<Wall> beside) { return ToolEnvelope.ok(Json.of("drawn")); }
                }

                static final class Reader {
                    @Tool("Reads.") CompletableFuture<List<Wall>> read() { return CompletableFuture.completedFuture(List.of()); }
                }

                static void tools(Object... given) {
                    try (AiRuntime ai = AiRuntime.builder().addProvider(new Model()).addTools(given).build()) {
                        System.out.println("tools ok");
                    } catch (IllegalArgumentException e) {
                        System.out.println("tools refused: " + e.getMessage());
                    }
                }

                interface Asking { Object ask() throws Exception; }

                static void ask(String what, Asking asking) {
                    try {
                        System.out.println(what + " " + asking.ask());
                    } catch (Exception e) {
                        System.out.println(what + " refused: " + e.getMessage());
                    }
                }

                public static void main(String[] args) {
                    tools(new Pen());
                    tools(new Reader());
                    tools(AiTool.of("take", "Takes.", Wall.class, (wall, context) -> "taken"));
                    Model model = new Model();
                    try (AiRuntime ai = AiRuntime.of(model)) {
                        ask("answer", () -> ai.send("A wall.", Wall.class));
                        ask("list", () -> ai.send("Walls.", TypeRef.listOf(Wall.class)));
                        ask("later", () -> ai.send("A wall.").as(Wall.class));
                    }
                    System.out.println("calls " + model.calls);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    @Tag("D18")
    void program_livesOnTheModulePath() throws Exception {
        String module = """
                module consumer {
                    requires dev.plumbline.runtime;

                    opens consumer to
                            dev.plumbline.api;
                }
                """;
        String main = """
                package consumer;

                import dev.plumbline.call.AiCall;
                import dev.plumbline.call.AiReturn;
                import dev.plumbline.provider.AiProvider;
                import dev.plumbline.runtime.AiRuntime;
                import dev.plumbline.tool.Tool;

                public final class Main {
                    static final class Model implements AiProvider {
                        public String id() { return "model"; }
                        public String defaultModel() { return "m"; }
                        public AiReturn call(AiCall call) { return AiReturn.ofText("from " + getClass().getModule().getName()); }
                    }

                    static final class Pen {
                        @Tool("Draws.") String draw(int length) { return "drawn"; }
                    }

                    public static void main(String[] args) {
                        try (AiRuntime ai = AiRuntime.builder().addProvider(new Model()).addTools(new Pen()).build()) {
                            System.out.println(ai.send("Who are you?").text() + ", " + ai.getClass().getModule().getName());
                        }
                    }
                }
                """;
        assertThat(run(module, main)).contains("from consumer, dev.plumbline.runtime");
    }

    private String run(String module, String main) throws Exception {
        List<Path> path = ModuleProgram.path();
        Path classes = ModuleProgram.compileModule(
                folder, path, new Source("module-info.java", module), new Source("consumer/Main.java", main));
        return ModuleProgram.run(
                "-p", ModuleProgram.joined(path) + File.pathSeparator + classes, "-m", "consumer/consumer.Main");
    }

    /** Returns what a program prints whose package is opened by that line. */
    private String withRecords(String opening) throws Exception {
        String module = """
                module consumer {
                    requires dev.plumbline.runtime;
                    OPENS
                }
                """.replace("OPENS", opening);
        return run(module, RECORDS)
                .lines()
                .filter(line -> !line.startsWith("SLF4J"))
                .collect(Collectors.joining("\n"));
    }

    @Test
    @DisplayName("N11 tools in a package that is not open: build() writes the line with both modules")
    void n11_packageOfTools_isNotOpen() throws Exception {
        assertThat(withRecords("").lines())
                .filteredOn(line -> line.startsWith("tools "))
                .containsExactlyInAnyOrder(
                        "tools refused: Pen.draw: consumer does not open its package: write \"" + OPENING
                                + "\" in module-info.java",
                        "tools refused: Reader.read: consumer does not open its package: write \"" + OPENING
                                + "\" in module-info.java",
                        "tools refused: tool take: " + CLOSED);
    }

    @Test
    @DisplayName(
            "N11 records that data binding may not use are named before a call: as parameters, results and answers")
    void n11_packageOfRecords_isNotOpenToDataBinding() throws Exception {
        assertThat(withRecords("opens consumer to dev.plumbline.api;").lines())
                .containsExactly(
                        "tools refused: Pen.draw: " + CLOSED,
                        "tools refused: Reader.read: " + CLOSED,
                        "tools refused: tool take: " + CLOSED,
                        "answer refused: " + CLOSED,
                        "list refused: " + CLOSED,
                        "later refused: " + CLOSED,
                        "calls 1");
    }

    @Test
    @DisplayName("N11 records of a package that is open, and public ones of an exported package, are used")
    void n11_openPackage_isUsed() throws Exception {
        List<String> all = List.of(
                "tools ok",
                "tools ok",
                "tools ok",
                "answer Wall[id=w1, next=Optional.empty]",
                "list [Wall[id=w1, next=Optional.empty]]",
                "later Wall[id=w1, next=Optional.empty]",
                "calls 3");
        assertThat(withRecords(OPENING).lines()).containsExactlyElementsOf(all);
        assertThat(withRecords("opens consumer;").lines()).containsExactlyElementsOf(all);
        assertThat(withRecords("exports consumer;").lines())
                .containsSubsequence(all.subList(3, 7))
                .contains("tools ok");
    }
}
