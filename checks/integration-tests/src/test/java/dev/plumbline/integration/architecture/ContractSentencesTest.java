package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.laws.PolicyLaws;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whether a law checks each normative sentence of the contracts, by {@code contract-sentences.txt}. */
class ContractSentencesTest {
    private static final String API = "sdk-api/src/main/java/dev/plumbline/";

    /** Begins a reason why no law checks a sentence. */
    private static final String NOT = "not: ";

    private static final ContractSentences CONTRACTS = new ContractSentences(
            Set.of(
                    "AiProvider",
                    "AiTool",
                    "AiTool.Handler",
                    "BudgetStore",
                    "BudgetStore.Amount",
                    "BudgetStore.Budget",
                    "BudgetStore.Taken",
                    "ConversationObserver",
                    "Hook",
                    "IToolExecutor",
                    "IToolExecutor.CallListener",
                    "IToolExecutor.CallScope",
                    "Policy",
                    "Policy.Next",
                    "Redactor",
                    "RequestPolicy",
                    "ResponsePolicy",
                    "ResponsePolicy.DeltaFilter",
                    "ResponseStore",
                    "ResponseStore.Lease",
                    "SessionStore",
                    "SessionStore.Lease",
                    "SessionStore.Writer",
                    "TelemetryObserver",
                    "ToolPolicy"),
            Set.of("AiCall", "AiCall.DeltaSink", "Cancellation", "ToolContext"));

    private static final List<String> PAGES = List.of("policies.md", "tools.md", "extension-points.md");

    @Test
    @DisplayName("C9 each normative sentence of a contract is checked by a law, or has a reason why not")
    void c9_sentencesOfContracts_areCheckedByLaws() {
        Map<String, String> rows = rows();
        assertThat(rows.keySet()).as("sentences and rows").isEqualTo(sentences());
        assertThat(rows.values().stream().filter(checks -> !checks.startsWith(NOT)))
                .as("laws that check sentences")
                .allSatisfy(checks -> assertThat(laws()).containsAll(List.of(checks.split(", "))));
        assertThat(rows.values().stream().filter(checks -> checks.startsWith(NOT)))
                .as("sentences that no law checks")
                .hasSizeLessThanOrEqualTo(rows.size() / 3)
                .allMatch(reason -> reason.contains(" "));
    }

    @Test
    @DisplayName("C9 a normative sentence without a law is found, in a contract and on a page")
    void c9_sentenceWithoutLaw_isFound() throws IOException {
        Path source = Files.createTempFile("AiProvider", ".java");
        try {
            Files.writeString(source, """
                    package x;
                    /** Answers calls. Must not look at the clock. */
                    interface AiProvider {
                        /** Returns the answer. It never comes twice. */
                        String call();
                        /** Returns one that never answers. */
                        static AiProvider none() { return null; }
                        /** Called once. */
                        default void warmUp() {}
                    }
                    """);
            assertThat(CONTRACTS.in(List.of(source)))
                    .isEqualTo(Map.of(
                            "AiProvider",
                            Set.of("Must not look at the clock."),
                            "AiProvider.call",
                            Set.of("It never comes twice.")));
        } finally {
            Files.delete(source);
        }
        assertThat(ContractSentences.inPage(
                        "# Never\n\nIt is so. It must be so.\n\n```java\n// never\n```\n| may not |\n"))
                .containsExactly("It must be so.");
    }

    private static Set<String> sentences() {
        Set<String> all = new TreeSet<>();
        CONTRACTS.in(sources()).forEach((member, some) -> some.forEach(each -> all.add(member + ": " + each)));
        for (String page : PAGES) {
            ContractSentences.inPage(
                            text(CompiledProject.folder().resolve("docs").resolve(page)))
                    .forEach(each -> all.add(page + ": " + each));
        }
        return all;
    }

    private static List<Path> sources() {
        Path api = CompiledProject.folder().resolve(API);
        Set<String> types = Stream.concat(CONTRACTS.wholly().stream(), CONTRACTS.partly().stream())
                .filter(type -> !type.contains("."))
                .map(type -> type + ".java")
                .collect(Collectors.toSet());
        try (Stream<Path> files = Files.walk(api)) {
            return files.filter(file -> types.contains(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the laws or the reason of each sentence: a line for each, the second one indented. */
    private static Map<String, String> rows() {
        Map<String, String> rows = new LinkedHashMap<>();
        try (InputStream table =
                Objects.requireNonNull(ContractSentencesTest.class.getResourceAsStream("contract-sentences.txt"))) {
            String sentence = "";
            for (String line : new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.startsWith(" ")) {
                    sentence = line;
                } else {
                    assertThat(rows.put(sentence, line.strip())).as(sentence).isNull();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static Set<String> laws() {
        return CompiledProject.classes().stream()
                .filter(each -> each.getPackageName().equals(PolicyLaws.class.getPackageName()) && each.isInterface())
                .flatMap(each -> Arrays.stream(each.reflect().getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Property.class))
                .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName())
                .collect(Collectors.toSet());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
