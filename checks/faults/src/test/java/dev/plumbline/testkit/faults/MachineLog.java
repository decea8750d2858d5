package dev.plumbline.testkit.faults;

import dev.plumbline.tool.Param;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tool of an eleventh author that reads a log in pages, or one of its faults by number. */
final class MachineLog {
    private static final int MOST = 200;
    private static final int LONGEST = 2_000;

    enum Level {
        INFO,
        WARNING,
        ALARM
    }

    record Entry(long second, Level level, String text) {}

    record Line(int number, long second, Level level, String text) {}

    record Page(List<Line> lines, int total, Optional<Integer> next) {}

    private final int wrong;
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final List<Line> shared = new ArrayList<>(MOST);
    private volatile int reached = 1;

    MachineLog(int wrong) {
        this.wrong = wrong;
    }

    public void add(Entry entry) {
        entries.add(entry);
    }

    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    @Tool(
            value = "Reads the log of the machine, a page at a time, oldest entries first. Times in seconds.",
            readOnly = true,
            idempotent = true,
            concurrent = true,
            affinity = ThreadAffinity.POOL,
            timeoutMillis = 5_000,
            examples = {"{}", "{\"from\": 51, \"count\": 50, \"atLeast\": \"WARNING\"}", "{\"containing\": \"spindle\"}"
            })
    public Page readLog(
            @Param("number of the first entry, from 1; 1 unless given") Optional<Integer> from,
            @Param("how many entries, 1 to 200; 50 unless given") Optional<Integer> count,
            @Param("entries of this level and worse ones; all unless given") Optional<Level> atLeast,
            @Param("entries with this text, in any case; all unless given") Optional<String> containing,
            ToolContext call) {
        int begin = from.orElse(wrong == 18 ? reached : 1);
        int most = count.orElse(50);
        if (begin < 1) {
            throw new ToolException("Entries are numbered from 1. Give a from of at least 1.");
        }
        if (most < 1 || most > MOST) {
            throw new ToolException("A page has 1 to " + MOST + " entries.");
        }
        List<Entry> all = List.copyOf(entries);
        String words = containing.orElse("").toLowerCase(Locale.ROOT);
        List<Line> lines = wrong == 16 ? shared : new ArrayList<>();
        lines.clear();
        if (wrong == 17 && begin > all.size() + 1) {
            throw new IllegalArgumentException("fromIndex > toIndex");
        }
        int total = 0;
        Optional<Integer> next = Optional.empty();
        for (int number = 1; number <= all.size(); number++) {
            call.cancellation().throwIfCancelled();
            Entry entry = all.get(number - 1);
            if (!matches(entry, atLeast, words)) {
                continue;
            }
            total++;
            if (number < begin) {
                continue;
            }
            if (lines.size() < most) {
                lines.add(new Line(number, entry.second(), entry.level(), shortened(entry.text())));
            } else if (next.isEmpty()) {
                next = Optional.of(number);
            }
        }
        reached = next.orElse(1);
        return new Page(List.copyOf(lines), total, next);
    }

    private static boolean matches(Entry entry, Optional<Level> atLeast, String words) {
        return entry.level().compareTo(atLeast.orElse(Level.INFO)) >= 0
                && entry.text().toLowerCase(Locale.ROOT).contains(words);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
