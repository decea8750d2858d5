package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Laws of the pieces of bounded length that a text is laid out in (D17, D18). */
class TextRegionsLawTest {
    private static final List<String> LINES = List.of(
            "",
            "A wall of brick.",
            "```java",
            "```",
            "~~~",
            "| a | b |",
            "|---|---|",
            "| 1 | 2 |",
            "- an item",
            "  1. another",
            "# A heading",
            "> said",
            "x".repeat(900),
            "words ".repeat(600),
            "🧱".repeat(1_300));

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(LINES).list().ofMaxSize(40).map(lines -> String.join("\n", lines));
    }

    private static List<TextRegions.Region> all(TextRegions regions) {
        return IntStream.range(0, regions.count()).mapToObj(regions::get).toList();
    }

    @Property(tries = 500)
    void d17_regions_areTheText_andBounded(@ForAll("texts") String text, @ForAll boolean isMarkdown) {
        List<TextRegions.Region> regions = all(TextRegions.of(text, isMarkdown));
        assertThat(regions.stream().map(TextRegions.Region::text).collect(Collectors.joining()))
                .isEqualTo(text);
        assertThat(regions).allSatisfy(region -> {
            assertThat(region.text().length()).isBetween(1, TextRegions.MOST);
            assertThat(Character.isLowSurrogate(region.text().charAt(0))).isFalse();
        });
    }

    @Property(tries = 500)
    void d17_regions_doNotDependOnThePieces(
            @ForAll("texts") String text,
            @ForAll boolean isMarkdown,
            @ForAll @Size(max = 20) List<@IntRange(max = 3_000) Integer> lengths) {
        TextRegions grown = TextRegions.of("", isMarkdown);
        int from = 0;
        List<TextRegions.Region> stable = new ArrayList<>();
        for (int length : lengths) {
            int to = Math.min(text.length(), from + length);
            grown.append(text.substring(from, to));
            from = to;
            List<TextRegions.Region> now = all(grown);
            assertThat(now.subList(0, stable.size())).as("what was complete").isEqualTo(stable);
            stable = now.isEmpty() ? now : now.subList(0, now.size() - 1);
        }
        grown.append(text.substring(from));
        assertThat(all(grown)).isEqualTo(all(TextRegions.of(text, isMarkdown)));
    }

    @Test
    @DisplayName("D17 a block of code and a table that are cut go on as what they are")
    void d17_blocksThatAreCut_goOn() {
        String code = "int a = 1;\n".repeat(400);
        List<MarkdownBlock> blocks = blocks("Look:\n\n```java\n" + code + "```\n\nDone.");
        assertThat(RowCopies.code("Look:\n\n```java\n" + code + "```\n\nDone.")).isEqualTo(code);
        assertThat(blocks)
                .filteredOn(MarkdownBlock.Code.class::isInstance)
                .hasSizeGreaterThan(1)
                .allSatisfy(block -> {
                    assertThat(((MarkdownBlock.Code) block).language()).isEqualTo("java");
                    assertThat(block.length()).isLessThanOrEqualTo(TextRegions.MOST);
                });

        List<MarkdownBlock> tables = blocks("| a | b |\n|---|---|\n" + "| 1 | 2 |\n".repeat(100) + "\nDone.");
        assertThat(tables.stream()
                        .filter(MarkdownBlock.Table.class::isInstance)
                        .mapToInt(block -> ((MarkdownBlock.Table) block).rows().size())
                        .sum())
                .isEqualTo(101);
        assertThat(tables.get(tables.size() - 1)).isInstanceOf(MarkdownBlock.Text.class);
    }

    private static List<MarkdownBlock> blocks(String text) {
        return all(TextRegions.of(text, true)).stream()
                .flatMap(region -> MarkdownReader.read(region).stream())
                .toList();
    }

    @Test
    @DisplayName("N38 Markdown becomes blocks; HTML and links that run something stay text")
    void n38_markdown_becomesBlocks() {
        List<MarkdownBlock> blocks = blocks("""
                # Plan

                A **wall** and `code`, [here](https://example.org) and [there](javascript:alert(1)).
                <b>bold</b> ![picture](http://example.org/p.png)

                2. two
                3. three
                   - below

                ---
                """);
        MarkdownBlock.Text text = (MarkdownBlock.Text) blocks.get(0);
        assertThat(text.lines().stream().map(MarkdownBlock.Line::text))
                .containsExactly(
                        "Plan",
                        "A wall and code, here and there (javascript:alert(1)).",
                        "<b>bold</b> picture",
                        "two",
                        "three",
                        "below");
        assertThat(text.lines().stream().map(MarkdownBlock.Line::marker)).contains("2.", "3.", "•");
        assertThat(text.lines().stream()
                        .flatMap(line -> line.runs().stream())
                        .map(MarkdownBlock.Run::link)
                        .filter(link -> !link.isEmpty()))
                .containsExactly("https://example.org", "http://example.org/p.png");
        assertThat(blocks.get(1)).isInstanceOf(MarkdownBlock.Rule.class);
    }

    @Test
    @DisplayName("N38 what is nested a thousand times is read without a deep stack")
    void n38_deepNesting_isRead() {
        assertThat(blocks("> ".repeat(2_000) + "deep")).isNotEmpty();
        assertThat(blocks("*".repeat(2_000) + "a" + "*".repeat(2_000))).isNotEmpty();
        assertThat(blocks("[".repeat(2_300))).isNotEmpty();
    }
}
