package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxDocTest {
    private static final Path PAGE = Path.of("../../docs/sandbox.md");

    /** Every rule the page names is in the sources, and every rule of the sources is on the page. */
    @Test
    void everyRule_isNamed() throws IOException {
        List<String> named = found("`((?:file|http)\\.[a-z-]+)`");
        assertThat(named).hasSizeGreaterThan(15);
        assertThat(rules()).containsExactlyInAnyOrderElementsOf(named);
    }

    private static List<String> rules() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("../../sdk-tools/src/main/java"))) {
            return all.filter(Files::isRegularFile)
                    .map(SandboxDocTest::text)
                    .flatMap(source -> Pattern.compile("AccessDenial\\s*\\.(?:of|firm)\\(\\s*\"([a-z.-]+)\"")
                            .matcher(source)
                            .results()
                            .map(match -> match.group(1)))
                    .distinct()
                    .toList();
        }
    }

    private static List<String> found(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult match) -> match.group(1))
                .distinct()
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void programs_doWhatTheySay(@TempDir Path disk) throws IOException {
        Path project =
                Files.createDirectories(disk.resolve("project/materials")).getParent();
        Path norms = Files.createDirectories(disk.resolve("norms"));
        Files.writeString(project.resolve("materials/oak.txt"), "hard");
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("material", Map.of("name", "oak.txt"))
                .callsTool("material", Map.of("name", "../../norms/x.txt"))
                .callsTool("export", Map.of("name", "plan"))
                .says("Done.");
        try (AiRuntime ai = SandboxExamples.withMaterials(model, project, norms)) {
            AiReturn ret =
                    ai.send(AiBody.builder().addUser("Go on.").toolFilter("*").build());
            assertThat(ret.toolResults())
                    .extracting(result -> result.envelope().isOk())
                    .containsExactly(true, false, true);
            SandboxExamples.whatIsMissing(ai);
        }
        assertThat(project.resolve("plan.svg")).hasContent("<svg/>");
    }

    @Test
    void largeResult_isSavedWhole(@TempDir Path folder) throws IOException {
        String text = "oak ".repeat(100_000);
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("plan", Map.of()).says("Done.");
        record Nothing() {}
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .addTools(AiTool.of("plan", "Returns the plan.", Nothing.class, (none, context) -> text))
                        .build();
                ConversationSession session = ai.session(AiBody.of("You read plans."))) {
            ToolEnvelope envelope =
                    session.send("Read it.").toolResults().get(0).envelope();
            Path file = folder.resolve("plan.txt");
            assertThat(SandboxExamples.saved(ai, session.id(), envelope, file)).isGreaterThan(400_000);
            assertThat(file).content().contains(text);
        }
    }
}
