package dev.plumbline.integration.web;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.session.ConversationSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures our page and those of two other front ends on the same machine, one after the other and several times, beside
 * an empty page in a browser of its own: first paint, the time to show 10,000 entries, memory, and frames at 3,000 deltas
 * a second behind them. Run by hand with the number of rounds; it writes target/web/peers.txt. Another argument is the
 * number of entries, a third one of {@link #PAGES}.
 */
final class FrontEndFigures {
    private static final int DELTAS = 9_000;
    private static final int PER_SECOND = 3_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> PAGES = List.of("ours", "assistant-ui.jsx", "deep-chat.js");

    private final int entries;
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();

    private FrontEndFigures(int entries) {
        this.entries = entries;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        FrontEndFigures measured = new FrontEndFigures(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000);
        for (int round = 0; round < rounds; round++) {
            for (String page : arguments.length > 2 ? List.of(arguments[2]) : PAGES) {
                measured.measure(page);
            }
            Files.createDirectories(PageTest.SHOTS);
            Files.writeString(PageTest.SHOTS.resolve("peers.txt"), measured.lines());
        }
        System.out.print(measured.lines());
    }

    private String lines() {
        StringBuilder lines = new StringBuilder(entries + " entries; medians, lowest and highest\n");
        figures.forEach((name, values) -> {
            List<Double> sorted = values.stream().sorted().toList();
            lines.append(String.format(
                    Locale.ROOT,
                    "%-60s %8.1f %8.1f %8.1f  (%d)%n",
                    name,
                    sorted.get(sorted.size() / 2),
                    sorted.get(0),
                    sorted.get(sorted.size() - 1),
                    sorted.size()));
        });
        return lines.toString();
    }

    private void add(String page, String what, double value) {
        figures.computeIfAbsent(page + ": " + what, name -> new ArrayList<>()).add(value);
    }

    private void measure(String page) throws Exception {
        Path folder = Files.createTempDirectory("front-end-figures");
        try (WebHost host = new WebHost(folder);
                Browser browser = new Browser();
                Browser other = new Browser()) {
            Browser.Tab empty = other.open("about:blank");
            if (page.equals("ours")) {
                ours(host, browser, empty);
            } else {
                try (FrontEnd front = FrontEnd.serve(host.web, page)) {
                    add(page, "KB of scripts with gzip", Double.parseDouble(front.compressed) / 1_000);
                    theirs(page, host, browser.open(front.address), empty);
                }
            }
        }
    }

    private void ours(WebHost host, Browser browser, Browser.Tab empty) {
        try (ConversationSession session = host.ai.session(body())) {
            Browser.Tab tab = browser.open(host.web.address().toString());
            tab.await("document.querySelector('#rows')?.innerText.includes('Answer " + (entries / 2 - 1) + "')");
            add(
                    "ours",
                    "ms until the newest entry is shown, from the navigation",
                    tab.eval("performance.now()").asDouble());
            add("ours", "first paint ms", paint(tab));
            tab.await("document.querySelectorAll('#tree .node').length > 5");
            add(
                    "ours",
                    "ms until the tree is shown, too",
                    tab.eval("performance.now()").asDouble());
            add("ours", "heap MB", heap(tab));
            add(
                    "ours",
                    "elements",
                    tab.eval("document.querySelectorAll('*').length").asDouble());
            tab.click("#text", "document.activeElement.id === 'text'");
            tab.type("Stream");
            stream("ours", host, tab, empty, () -> tab.key("Enter", 13), "document.querySelector('#rows').innerText");
            session.path();
        }
    }

    private AiBody body() {
        AiBody.Builder body = AiBody.builder().toolFilter("*");
        for (int i = 0; i < entries / 2; i++) {
            body.add(Interaction.user("Question " + i))
                    .add(new Interaction.Assistant(List.of(new Part.Text(answer(i)))));
        }
        return body.build();
    }

    private static String answer(int i) {
        return "Answer " + i + ". " + "More. ".repeat(i % 40);
    }

    /** The text of the page, and of the parts that a front end keeps in a tree of its own. */
    private static final String ALL_TEXT =
            "(document.body.innerText + (document.querySelector('deep-chat')?.shadowRoot?.textContent ?? ''))";

    private static final String ELEMENTS = "document.querySelectorAll('*').length"
            + " + (document.querySelector('deep-chat')?.shadowRoot?.querySelectorAll('*').length ?? 0)";

    private void theirs(String page, WebHost host, Browser.Tab tab, Browser.Tab empty) {
        tab.await("window.say && window.load && performance.getEntriesByType('paint').length");
        add(page, "first paint ms", paint(tab));
        String load =
                "(() => { const all = []; for (let i = 0; i < " + entries / 2 + "; i++) all.push({ role: 'user', text:"
                        + " `Question ${i}` }, { role: 'assistant', text: `Answer ${i}. ${'More. '.repeat(i % 40)}` });"
                        + " window.begun = performance.now(); window.load(all); })()";
        tab.eval("void setTimeout(() => " + load + ")");
        long limit = System.nanoTime() + PATIENCE.toNanos();
        boolean shown = false;
        while (!shown && System.nanoTime() < limit) {
            try {
                shown = tab.eval(ALL_TEXT + ".includes('Answer " + (entries / 2 - 1) + ".')")
                        .asBoolean();
            } catch (AssertionError busy) {
                shown = false; // the page answers nobody
            }
            LockSupport.parkNanos(100_000_000);
        }
        add(page, "newest entry is shown (1) within two minutes", shown ? 1 : 0);
        if (shown) {
            try {
                loaded(page, host, tab, empty);
            } catch (AssertionError never) {
                add(page, "did not answer, or not show the stream, within a minute (1)", 1);
            }
        }
    }

    private void loaded(String page, WebHost host, Browser.Tab tab, Browser.Tab empty) {
        add(
                page,
                "ms until the newest entry is shown, from the call",
                tab.eval("performance.now() - begun").asDouble());
        add(page, "heap MB", heap(tab));
        add(page, "elements", tab.eval(ELEMENTS).asDouble());
        stream(page, host, tab, empty, () -> tab.eval("void window.say('Stream')"), ALL_TEXT);
    }

    private void stream(String page, WebHost host, Browser.Tab tab, Browser.Tab empty, Runnable say, String text) {
        FrameFigures.record(tab);
        FrameFigures.record(empty);
        say.run();
        long start = System.nanoTime();
        int sent = 0;
        while (sent < DELTAS) {
            LockSupport.parkNanos(10_000_000);
            long due = Math.min(DELTAS, (System.nanoTime() - start) * PER_SECOND / 1_000_000_000);
            while (sent < due) {
                sent++;
                host.model.text("w" + sent % 10 + " ");
            }
        }
        host.model.text("last").end();
        tab.await(text + ".includes('last')");
        FrameFigures streamed = FrameFigures.of(tab);
        FrameFigures floor = FrameFigures.of(empty);
        add(page, "longest frame ms at 3,000 deltas a second", streamed.longest());
        add(page, "longest frame ms of the empty page then", floor.longest());
        add(page, "frames over 50 ms", streamed.over());
        add(page, "frames", streamed.frames());
        add(page, "frames over 50 ms of the empty page then", floor.over());
        add(page, "heap MB after all", heap(tab));
    }

    private static double paint(Browser.Tab tab) {
        return tab.eval("performance.getEntriesByType('paint')[0].startTime").asDouble();
    }

    private static double heap(Browser.Tab tab) {
        tab.send("HeapProfiler.collectGarbage", Json.object());
        return tab.send("Runtime.getHeapUsage", Json.object()).get("usedSize").asDouble() / (1 << 20);
    }
}
