package dev.plumbline.integration.crash;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The state that a drawing changes, the tool and the hook that change it, and its values by the entries alone. */
final class DrawingState implements Hook {
    static final StateKey<Integer> ASKED =
            StateKey.of("asked", StateKey.Scope.BRANCH, 0).withPersistent();
    static final StateKey<Integer> STROKES =
            StateKey.of("strokes", StateKey.Scope.BRANCH, 0).withPersistent();
    static final StateKey<Integer> TOTAL =
            StateKey.of("total", StateKey.Scope.SESSION, 0).withPersistent();

    private volatile Optional<Context> opened = Optional.empty();

    /** Returns the state of the first session that was opened. */
    State state() {
        return opened.orElseThrow().state();
    }

    @Override
    public void onSessionOpened(Context context) {
        opened = opened.or(() -> Optional.of(context));
    }

    @Override
    public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
        List<Interaction> said = context.path().stream()
                .flatMap(entry -> entry.interactions().stream())
                .filter(Interaction.User.class::isInstance)
                .toList();
        boolean continued = !said.isEmpty() && said.get(said.size() - 1).equals(input); // messages are numbered
        int asked = Expected.of(context.path()).asked() + (continued ? 0 : 1);
        context.state().update(ASKED, before -> asked);
        return Decision.proceed();
    }

    /**
     * What the entries of a path say of the state at its end.
     *
     * @param asked the number of user messages
     * @param least the number of strokes that ended well
     * @param most that number with the strokes of which that is not known
     */
    record Expected(int asked, int least, int most) {
        private static final Pattern SUMMARY = Pattern.compile("asked=(\\d+) strokes=(\\d+)-(\\d+)");

        static Expected of(List<ConversationEntry> path) {
            Expected now = new Expected(0, 0, 0);
            for (ConversationEntry entry : path) {
                for (Interaction item : entry.interactions()) {
                    now = now.behind(item);
                }
            }
            return now;
        }

        private Expected behind(Interaction item) {
            if (item instanceof Interaction.Summary summary) {
                return ofSummary(summary.text());
            } else if (item instanceof Interaction.User) {
                return new Expected(asked + 1, least, most);
            } else if (item instanceof Interaction.ToolResult result) {
                return new Expected(asked, least + (result.envelope().isOk() ? 1 : 0), most + 1);
            }
            return this;
        }

        String toSummary() {
            return "asked=" + asked + " strokes=" + least + "-" + most;
        }

        private static Expected ofSummary(String text) {
            Matcher numbers = SUMMARY.matcher(text);
            if (!numbers.matches()) {
                throw new IllegalArgumentException("a summary that no drawing wrote");
            }
            return new Expected(number(numbers, 1), number(numbers, 2), number(numbers, 3));
        }

        private static int number(Matcher numbers, int group) {
            return Integer.parseInt(numbers.group(group));
        }
    }

    /** The pen. What it has drawn stays, whatever becomes of the program: a line with the id of the call. */
    static final class Pen {
        private final Path sheet;

        Pen(Path sheet) {
            this.sheet = sheet;
        }

        @Tool("Draws a stroke.")
        int stroke(ToolContext context) {
            try (RandomAccessFile file = new RandomAccessFile(sheet.toFile(), "rw")) {
                file.seek(file.length());
                file.write((context.call().id() + "\n").getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            context.state().update(STROKES, before -> before + 1);
            return context.state().update(TOTAL, before -> before + 1);
        }
    }
}
