package dev.plumbline.integration.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.integration.lifecycle.ModuleProgram.Source;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Authors outside have no less than ours: a store, a provider, a view and a policy of the tests, in a module of its own that sees the
 * exported packages alone, and a turn with all of them.
 */
class OutsideAuthorTest {
    private static final Path LAWS = Path.of("../../sdk-testkit/src/test/java/dev/plumbline/testkit/laws");

    private static final List<String> PARTS = List.of(
            "ListSessionStore", "TinyChatProvider", "ChunkedBody", "PlainObserverLawsTest", "PlainRetryLawsTest");

    private static final Source MODULE = new Source("module-info.java", """
            module outside.author {
                requires dev.plumbline.runtime;
                requires dev.plumbline.testkit;
                requires net.jqwik.api;
            }
            """);

    private static final Source MAIN = new Source("outside/author/Main.java", """
            package outside.author;

            import dev.plumbline.body.AiBody;
            import dev.plumbline.policy.Policy.FailureMode;
            import dev.plumbline.runtime.AiRuntime;
            import dev.plumbline.session.ConversationSession;
            import dev.plumbline.testkit.server.OpenAiChatScript;
            import dev.plumbline.testkit.server.ScriptedServer;

            public final class Main {
                public static void main(String[] args) throws Exception {
                    ListSessionStore store = new ListSessionStore();
                    PlainObserverLawsTest views = new PlainObserverLawsTest();
                    PlainObserverLawsTest.Page view = views.view();
                    try (ScriptedServer server = ScriptedServer.openAiChat()) {
                        server.answers(OpenAiChatScript.create().says("4", " m"));
                        try (AiRuntime ai = AiRuntime.builder()
                                .addProvider(new TinyChatProvider(server.address()))
                                .addPolicy("again", new PlainRetryLawsTest().policy())
                                .journal(store, FailureMode.FAIL)
                                .build()) {
                            ConversationSession session = ai.session(AiBody.of("How long is the wall?"));
                            session.observe(view);
                            String text = session.runToStableResult().text();
                            session.close();
                            System.out.println("answer: " + text);
                            System.out.println("policy: " + ai.describe().contains("again"));
                            System.out.println("stored: " + !store.records.isEmpty());
                            ai.close();
                        }
                    }
                    System.out.println("shown: " + views.shown(view));
                    System.out.println("module: " + store.getClass().getModule().getName());
                }
            }
            """);

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "A26 a store, a provider, a view and a policy compile against the exported packages alone, and a turn uses them")
    void a26_partsOfOthers_useExportedPackagesAlone() throws Exception {
        List<Path> path = ModuleProgram.pathWithLaws();
        Path classes = ModuleProgram.compileModule(folder, path, sources());
        assertThat(ModuleProgram.run(
                                "-p",
                                ModuleProgram.joined(path) + File.pathSeparator + classes,
                                "-m",
                                "outside.author/outside.author.Main")
                        .lines()
                        .filter(line -> !line.startsWith("SLF4J")))
                .containsExactly("answer: 4 m", "policy: true", "stored: true", "shown: 4 m", "module: outside.author");
    }

    @Test
    @DisplayName("A26 packages that the modules share among themselves are not visible to others")
    void a26_internalPackages_areNotVisible() {
        Source inside = new Source(
                "outside/author/Inside.java",
                "package outside.author;\nclass Inside { dev.plumbline.internal.PayloadCipher cipher; }\n");
        assertThatThrownBy(() -> ModuleProgram.compileModule(folder, ModuleProgram.pathWithLaws(), MODULE, inside))
                .hasMessageContaining("dev.plumbline.api, which does not export it to module outside.author");
    }

    /** Returns the parts as they are among the tests of the test kit, but in a package and a module of their own. */
    private static Source[] sources() throws IOException {
        List<Source> all = new ArrayList<>(List.of(MODULE, MAIN));
        for (String part : PARTS) {
            String text = Files.readString(LAWS.resolve(part + ".java"))
                    .replaceFirst(
                            "package dev\\.plumbline\\.testkit\\.laws;",
                            "package outside.author;\n\nimport dev.plumbline.testkit.laws.*;");
            all.add(new Source("outside/author/" + part + ".java", text));
        }
        return all.toArray(Source[]::new);
    }
}
