package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.Scenario;
import java.util.List;
import java.util.Locale;

/** Draws the ratios as bars: one group for each scenario, the baseline as a line. */
final class RatioChart {
    private static final List<PeerLibrary> BARS =
            List.of(PeerLibrary.PLUMBLINE, PeerLibrary.OPENAI, PeerLibrary.LANGCHAIN, PeerLibrary.SPRING);
    private static final List<String> COLOURS = List.of("#b5542c", "#7f8c8d", "#9fb3b5", "#c9cfcf");
    private static final int LEFT = 300;
    private static final int UNIT = 60;
    private static final int WIDTH = 900;
    private static final int BAR = 13;
    private static final int GROUP = BAR * 4 + 18;

    private final MeasurementTable table;
    private final StringBuilder out = new StringBuilder();

    RatioChart(MeasurementTable table) {
        this.table = table;
    }

    String svg() {
        int height = 70 + GROUP * Scenario.values().length;
        out.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n",
                WIDTH,
                height));
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        legend();
        int y = 60;
        for (Scenario scenario : Scenario.values()) {
            y = group(scenario, y);
        }
        line(height);
        return out.append("</svg>\n").toString();
    }

    private void legend() {
        for (int i = 0; i < BARS.size(); i++) {
            int x = LEFT + i * 130;
            rect(x, 14, 12, COLOURS.get(i));
            text(x + 18, 25, "start", BARS.get(i).title());
        }
    }

    private int group(Scenario scenario, int top) {
        text(LEFT - 10, top + GROUP / 2 - 4, "end", ScenarioTitles.of(scenario));
        int y = top;
        for (int i = 0; i < BARS.size(); i++) {
            Samples ratios = table.ratio(scenario, BARS.get(i));
            if (!ratios.isEmpty()) {
                int width = (int) Math.min(ratios.median() * UNIT, WIDTH - LEFT - 60);
                rect(LEFT, y, width, COLOURS.get(i));
                text(LEFT + width + 5, y + BAR - 2, "start", String.format(Locale.ROOT, "%.2fx", ratios.median()));
            } else if (table.isExcluded(scenario, BARS.get(i))) {
                text(LEFT + 5, y + BAR - 2, "start", "did not end");
            }
            y += BAR;
        }
        return top + GROUP;
    }

    private void line(int height) {
        out.append(String.format(
                "<path d=\"M%d 52V%d\" stroke=\"#222\" stroke-dasharray=\"3 3\"/>%n", LEFT + UNIT, height - 10));
        text(LEFT + UNIT, 48, "middle", "the baseline");
    }

    private void rect(int x, int y, int width, String colour) {
        out.append(String.format(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n", x, y, width, BAR - 1, colour));
    }

    private void text(int x, int y, String anchor, String words) {
        out.append(String.format("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, words));
    }
}
