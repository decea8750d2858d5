package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SavedMarkdownTest {
    @ParameterizedTest
    @CsvSource({
        "```\\nwall, ```\\nwall\\n```",
        "~~~ java\\nwall, ```java\\nwall\\n```",
        "~~~ a`, ```a\\n```",
        "```\\n~~~\\nwall, ```\\n~~~\\nwall\\n```",
        "~~~\\n```\\nwall, ````\\n```\\nwall\\n````",
        "a\\r<pre>, a\\n\\<pre>",
        "> <!-- a, > \\<!-- a",
        "- <script src=x, - \\<script src=x"
    })
    @DisplayName("52 a part ends the code that it begins, and begins no HTML")
    void w52_part_beginsNothing(String text, String part) {
        assertThat(SavedMarkdown.part(meant(text))).isEqualTo(meant(part));
    }

    private static String meant(String text) {
        return text.replace("\\n", "\n").replace("\\r", "\r");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a < b", "`Map<K, V>` and 1<2", "```java\nList<String> names;\n```", "# A\n\n- b\n- c"})
    @DisplayName("52 other text stays as it is")
    void w52_otherText_stays(String text) {
        assertThat(SavedMarkdown.part(text)).isEqualTo(text);
    }

    @Test
    @DisplayName("52 the fences of a code block are longer than those in it")
    void w52_code_hasLongerFences() {
        assertThat(SavedMarkdown.code("json", "````")).isEqualTo("`````json\n````\n`````");
    }
}
