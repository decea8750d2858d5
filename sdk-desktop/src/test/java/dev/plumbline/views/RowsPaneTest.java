package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.views.ViewRow.UserMessage;
import java.awt.Component;
import java.awt.Container;
import java.awt.event.MouseWheelEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import javax.swing.JComponent;
import javax.swing.JScrollBar;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What is laid out of a long conversation, counted and not timed (D17, D18, D19). The panel needs no window: it has a size.
 */
class RowsPaneTest {
    private static final int SCREEN = 80; // more cells than fit into 600 pixels with their margin

    private final PanelContext context = new PanelContext(ChatTexts.of(Locale.ENGLISH), (row, part, x, y) -> {});
    private final RowsPane pane = context.pane();
    private final List<ShownRow> rows = new ArrayList<>();

    private static <T> T onUi(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        SwingUtilities.invokeLater(task);
        try {
            return task.get();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private void size(int width, int height) {
        JComponent all = pane.component();
        all.setSize(width, height);
        all.doLayout();
        pane.list().doLayout();
    }

    private ShownRow add(ViewRow row) {
        ShownRow shown = new ShownRow(context, row);
        rows.add(shown);
        return shown;
    }

    private static ViewRow question(int number, String text) {
        return new UserMessage("q" + number, Optional.empty(), Interaction.user(text), UserMessage.Status.STORED);
    }

    private static ViewRow answer(int number, String text) {
        return new ViewRow.Answer("a" + number, Optional.empty(), "", text, List.of());
    }

    private static Stream<Component> all(Component of) {
        return Stream.concat(
                Stream.of(of),
                of instanceof Container container
                        ? Stream.of(container.getComponents()).flatMap(RowsPaneTest::all)
                        : Stream.of());
    }

    private String shown() {
        return all(pane.list())
                .filter(JTextComponent.class::isInstance)
                .map(part -> ((JTextComponent) part).getText())
                .reduce("", (one, other) -> one + "\n" + other);
    }

    private JScrollBar bar() {
        return (JScrollBar) all(pane.component())
                .filter(JScrollBar.class::isInstance)
                .findFirst()
                .orElseThrow();
    }

    private int bottom() {
        return Stream.of(pane.list().getComponents())
                .mapToInt(part -> part.getY() + part.getHeight())
                .max()
                .orElse(0);
    }

    private void wheel(int clicks) {
        MouseWheelEvent turned = new MouseWheelEvent(
                pane.list(), 507, 0, 0, 5, 5, 0, false, MouseWheelEvent.WHEEL_UNIT_SCROLL, 3, clicks);
        Stream.of(pane.list().getMouseWheelListeners()).forEach(listener -> listener.mouseWheelMoved(turned));
    }

    @Test
    @DisplayName("D18 D19 a conversation of 10,000 rows opens at its end, and lays out one screen of them")
    void d18_d19_longConversation_laysOutOneScreen() {
        onUi(() -> {
            for (int i = 0; i < 5_000; i++) {
                add(question(i, "Question " + i));
                add(answer(i, "Answer **" + i + "**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```"));
            }
            size(400, 600);
            pane.layOut();
            assertThat(shown()).contains("Answer 4999");
            assertThat(pane.follows()).isTrue();
            assertThat(bottom()).isBetween(580, 600);
            assertThat(pane.work().cells()).isLessThan(SCREEN);
            assertThat(pane.list().getComponentCount()).isLessThan(SCREEN);

            int before = pane.work().cells();
            add(answer(9, "The newest."));
            pane.layOut();
            assertThat(shown()).contains("The newest.");
            assertThat(pane.work().cells() - before).isLessThanOrEqualTo(3);
            return true;
        });
    }

    @Test
    @DisplayName(
            "D17 D18 an answer of a million characters in one paragraph is laid out in pieces, those in sight alone")
    void d17_d18_paragraphOfAMegabyte_isLaidOutInPieces() {
        onUi(() -> {
            size(400, 600);
            ShownRow stored = add(answer(1, "words ".repeat(170_000)));
            pane.layOut();
            assertThat(pane.work().longest()).isLessThanOrEqualTo(TextRegions.MOST);
            assertThat(pane.work().characters()).isLessThan(5L * TextRegions.MOST);
            assertThat(stored.length()).isGreaterThan(1_000_000);
            return true;
        });
    }

    @Test
    @DisplayName("D17 a piece of a streaming answer lays out its last region alone, however long the answer is")
    void d17_streaming_laysOutWhatChanged() {
        onUi(() -> {
            size(400, 600);
            ShownRow growing = add(answer(1, ""));
            pane.layOut();
            int most = 0;
            for (int i = 0; i < 2_000; i++) {
                long before = pane.work().characters();
                growing.append("another fifty characters of one long paragraph, ".repeat(4));
                growing.flush();
                pane.layOut();
                most = Math.max(most, (int) (pane.work().characters() - before));
            }
            assertThat(growing.length()).isGreaterThan(350_000);
            assertThat(most).as("characters laid out for one piece").isLessThanOrEqualTo(2 * TextRegions.MOST);
            assertThat(pane.work().longest()).isLessThanOrEqualTo(TextRegions.MOST);
            assertThat(bottom()).isBetween(580, 600);
            return true;
        });
    }

    @Property(tries = 60)
    void d19_end_isFollowed_atEveryWidth(
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 120, max = 900) Integer> widths,
            @ForAll @IntRange(min = 1, max = 60) int turns) {
        onUi(() -> {
            rows.clear();
            pane.clear();
            for (int i = 0; i < turns; i++) {
                add(question(i, "A question. ".repeat(i % 13)));
                add(answer(i, "An answer with words. ".repeat(1 + i * 7 % 41)));
            }
            for (int width : widths) {
                size(width, 300);
                add(answer(width, "More words of an answer. ".repeat(width % 50)));
                pane.layOut();
                assertThat(pane.follows()).isTrue();
                assertThat(bottom()).isLessThanOrEqualTo(300);
                assertThat(bottom() >= 280 || bar().getMaximum() <= 300)
                        .as("the end is at the bottom")
                        .isTrue();
                assertThat(bar().getValue() + bar().getVisibleAmount()).isEqualTo(bar().getMaximum());
            }
            return true;
        });
    }

    @Test
    @DisplayName("D19 who scrolls up stays there while an answer arrives, and follows again at the end")
    void d19_person_scrollsUp_andStays() {
        onUi(() -> {
            size(400, 300);
            for (int i = 0; i < 200; i++) {
                add(answer(i, "Answer " + i));
            }
            pane.layOut();
            wheel(-5);
            assertThat(pane.follows()).isFalse();
            String before = shown();
            for (int i = 0; i < 20; i++) {
                add(answer(1_000 + i, "News " + i));
                pane.layOut();
            }
            assertThat(shown()).isEqualTo(before);
            wheel(500);
            assertThat(pane.follows()).isTrue();
            assertThat(shown()).contains("News 19");
            add(answer(2_000, "Latest"));
            pane.layOut();
            assertThat(shown()).contains("Latest");

            bar().setValue(0);
            assertThat(shown()).contains("Answer 0");
            assertThat(pane.follows()).isFalse();
            bar().setValue(bar().getMaximum());
            assertThat(pane.follows()).isTrue();
            return true;
        });
    }

    @Test
    @DisplayName("D19 rows that are taken back or folded leave the end where it is")
    void d19_rowsThatGo_leaveTheEnd() {
        onUi(() -> {
            size(400, 300);
            for (int i = 0; i < 50; i++) {
                add(answer(i, "Answer " + i));
            }
            ShownRow thought = add(new ViewRow.Answer("t", Optional.empty(), "Hm. ".repeat(500), "So.", List.of()));
            pane.layOut();
            thought.open(true);
            assertThat(shown()).contains("So.");
            thought.open(false);
            assertThat(shown()).contains("So.").doesNotContain("Hm.");
            for (int i = 50; i > 2; i--) {
                rows.remove(i).remove();
                pane.layOut();
            }
            assertThat(shown()).contains("Answer 0", "Answer 1", "Answer 2").doesNotContain("Answer 3");
            pane.clear();
            assertThat(pane.list().getComponentCount()).isZero();
            return true;
        });
    }

    /** Prints times, which depend on the machine and fail nothing. */
    @Test
    void report_times() {
        onUi(() -> {
            size(400, 600);
            add(answer(0, "warm up ".repeat(1_000) + "\n\n```\ncode\n```\n"));
            pane.layOut();
            pane.clear();
            long start = System.nanoTime();
            for (int i = 0; i < 5_000; i++) {
                add(question(i, "Question " + i));
                add(answer(i, "Answer **" + i + "** " + "with some words ".repeat(20)));
            }
            pane.layOut();
            long opened = System.nanoTime() - start;
            start = System.nanoTime();
            add(answer(1, "words ".repeat(170_000)));
            pane.layOut();
            long megabyte = System.nanoTime() - start;
            List<Long> pieces = new ArrayList<>();
            ShownRow growing = add(answer(2, ""));
            for (int i = 0; i < 2_000; i++) {
                start = System.nanoTime();
                growing.append("another fifty characters of one long paragraph, ");
                growing.flush();
                pane.layOut();
                pieces.add((System.nanoTime() - start) / 1_000);
            }
            Collections.sort(pieces);
            System.out.printf(
                    "10,000 rows opened in %d ms; a megabyte in one paragraph in %d ms; 2,000 pieces of an answer, each in %d"
                            + " µs (median), %d µs (99 %%), %d µs (longest)%n",
                    opened / 1_000_000, megabyte / 1_000_000, pieces.get(1_000), pieces.get(1_980), pieces.get(1_999));
            return true;
        });
    }
}
