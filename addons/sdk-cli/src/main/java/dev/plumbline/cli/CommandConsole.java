package dev.plumbline.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;

/**
 * A terminal or a pipe. Lines are read by one thread; any thread may print. All output is escaped here ({@link
 * TerminalEscaper}).
 */
final class CommandConsole implements AutoCloseable {
    private static final int NARROW = 40;
    private static final int WIDE = 120;

    private final Terminal terminal;
    private final LineReader lines;
    private boolean lineBegun;

    CommandConsole(Terminal terminal) {
        this.terminal = terminal;
        this.lines = LineReaderBuilder.builder()
                .terminal(terminal)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }

    /** Reads the next line; an empty one if it was cancelled by Ctrl-C. Empty at the end of input. */
    Optional<String> read(String prompt) {
        try {
            return Optional.of(lines.readLine(prompt));
        } catch (UserInterruptException e) {
            return Optional.of("");
        } catch (EndOfFileException e) {
            return Optional.empty();
        }
    }

    /** Prints text on the current line; it may contain line breaks. */
    synchronized void print(String piece) {
        if (!piece.isEmpty()) {
            terminal.writer().print(TerminalEscaper.text(piece));
            terminal.flush();
            lineBegun = !piece.endsWith("\n");
        }
    }

    /** Prints text on a line of its own. */
    synchronized void line(String words) {
        endLine();
        print(words + "\n");
    }

    /** Ends the current line, unless it is empty. */
    synchronized void endLine() {
        print(lineBegun ? "\n" : "");
    }

    /** Prints text on a line of its own, cut to the width of the terminal. */
    synchronized void note(String words) {
        line(TerminalEscaper.line(
                words, Math.max(NARROW, Math.min(WIDE, terminal.getSize().getColumns())) - 1));
    }

    /** Returns whether single keys can be read: on a terminal, not on a pipe. */
    boolean hasKeys() {
        return !terminal.getType().startsWith(Terminal.TYPE_DUMB);
    }

    /** Returns the keyboard for reading keys, until it is closed. */
    Keys keys() {
        return new Keys(terminal);
    }

    /** Sets the action on Ctrl-C. */
    void onInterrupt(Runnable action) {
        terminal.handle(Terminal.Signal.INT, signal -> action.run());
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A keyboard that is read key by key and not echoed. Used by one thread. */
    static final class Keys implements AutoCloseable {
        static final int NONE = -2;

        private final Terminal terminal;
        private final Attributes before;

        private Keys(Terminal terminal) {
            this.terminal = terminal;
            this.before = terminal.enterRawMode();
        }

        /**
         * Returns the next key as a character; NONE if none is pressed within that many milliseconds, -1 at the end.
         */
        int next(long millis) {
            try {
                return terminal.reader().read(millis);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            terminal.setAttributes(before);
        }
    }
}
