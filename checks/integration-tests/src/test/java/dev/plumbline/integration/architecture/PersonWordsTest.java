package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person reads comes from the bundle of words: no literal of a word is given to what asks or shows. */
class PersonWordsTest {
    /**
     * A literal with a word in a call that makes a question, a button, a label or a line of a view. The arguments are read up to
     * the end of the statement.
     */
    private static final Pattern SHOWN = Pattern.compile(
            "(?:Part\\.(?:host|of)|new (?:UserPrompter\\.)?QuestionText|new (?:Question\\.)?Option|\\.isAgreed|\\.withTitle"
                    + "|\\.setText|new J(?:Button|Label|ToggleButton)|setToolTipText|setAccessibleName)\\([^;\"{]*?\""
                    + "(?:[^\"\\\\]|\\\\.)*\\p{L}{2}(?:[^\"\\\\]|\\\\.)*\"");

    /** A literal that is a key, and no words: {@code say("call.more"}, {@code option("send"}. */
    private static final Pattern KEYS = Pattern.compile(
            "(?:say|count|find|option|get|getKeyStroke|written|with)\\(\\s*(?:\\w+ \\? )?\"[\\w.-]*\"(?: : \"[\\w.-]*\")?"
                    + "|\"[a-z-]+\\.\" \\+|\"\\w+\\.[\\w.-]+\"|\"nobody\"");

    private static List<String> literals(String source) {
        return SHOWN.matcher(KEYS.matcher(source).replaceAll("KEY("))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    @Tag("N42")
    @DisplayName("N42 no literal is shown to a person: questions, buttons and labels take their words from the bundle")
    void n42_wordsForPeople_areInTheBundle() throws IOException {
        assertThat(List.of(
                        "parts.add(Question.Part.host(tool() + \" with 1 value:\"));",
                        "new Question.Option(\"approve\", \"Yes\");",
                        "Part.of(ContentOrigin.MCP, options.name + \" wrote\", text);",
                        "stop.setText(\"Stop\");",
                        "questions.isAgreed(options.name + \" asks the model\", parts, yes, ends);",
                        "new UserPrompter.QuestionText(\n    \"Go on?\", parts, yes, no);"))
                .allMatch(wrong -> !literals(wrong).isEmpty());
        try (Stream<Path> files = Files.walk(CompiledProject.folder())) {
            assertThat(files.filter(PersonWordsTest::isOfTheLibrary)
                            .flatMap(file ->
                                    literals(text(file)).stream().map(found -> file.getFileName() + ": " + found)))
                    .isEmpty();
        }
    }

    /** The command line is in English; examples speak as their authors do. */
    private static boolean isOfTheLibrary(Path file) {
        String place = CompiledProject.folder().relativize(file).toString().replace('\\', '/');
        return place.endsWith(".java")
                && place.contains("src/main/java/")
                && (place.startsWith("sdk-") || place.startsWith("addons/"))
                && !place.startsWith("addons/sdk-cli")
                && !place.startsWith("sdk-testkit");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
