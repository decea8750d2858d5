package dev.plumbline.cli;

import dev.plumbline.call.AiDelta;
import dev.plumbline.testkit.laws.ObserverLaws;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jline.terminal.impl.DumbTerminal;

/** What a terminal shows is what was printed on it. */
class TurnPrinterLawsTest implements ObserverLaws<TurnPrinter> {
    private final Map<TurnPrinter, ByteArrayOutputStream> printed = new WeakHashMap<>();

    @Override
    public TurnPrinter view() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TurnPrinter view = new TurnPrinter(new CommandConsole(terminal(out)), List::of, List::of, List::of);
        printed.put(view, out);
        return view;
    }

    private static DumbTerminal terminal(ByteArrayOutputStream out) {
        try {
            return new DumbTerminal("test", "dumb", new ByteArrayInputStream(new byte[0]), out, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Object shown(TurnPrinter view) {
        ByteArrayOutputStream out = printed.get(view);
        return out == null ? "" : out.toString(StandardCharsets.UTF_8);
    }

    /** Does not hold: what is printed stays, and the view says that it was taken back. */
    @Override
    public void reset_takes_back(List<AiDelta> stream) {}
}
