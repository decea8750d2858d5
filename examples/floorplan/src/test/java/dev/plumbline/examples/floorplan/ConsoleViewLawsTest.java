package dev.plumbline.examples.floorplan;

import dev.plumbline.call.AiDelta;
import dev.plumbline.testkit.laws.ObserverLaws;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** What a page shows is what was written on it. */
class ConsoleViewLawsTest implements ObserverLaws<ConsoleView> {
    private final Map<ConsoleView, StringWriter> pages = new WeakHashMap<>();

    @Override
    public ConsoleView view() {
        StringWriter page = new StringWriter();
        ConsoleView view = new ConsoleView(new ConsoleOutput(new PrintWriter(page)));
        pages.put(view, page);
        return view;
    }

    @Override
    public Object shown(ConsoleView view) {
        return String.valueOf(pages.get(view));
    }

    /** Does not hold: what is written stays, and the page says that it was taken back. */
    @Override
    public void reset_takes_back(List<AiDelta> stream) {}
}
