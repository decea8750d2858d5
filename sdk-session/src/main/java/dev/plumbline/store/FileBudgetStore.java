package dev.plumbline.store;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.internal.PrivateFiles;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.internal.BudgetLevel;
import dev.plumbline.policy.internal.OperationLimit;
import dev.plumbline.store.internal.FileLease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Budgets in a file, for the programs of one person on one machine: what was spent survives their end, and several of them
 * share a limit. Each operation reads and rewrites the file under a lock, beside it and into its place, so that a
 * program that dies leaves the state before or after it. A power failure may lose the last operations. The time is that of the
 * system clock; one that is set back stands still until it has caught up. Only the user can read the file. A file
 * that is damaged or cannot be written ends the call with CONFIGURATION {@code budgets}; the message names the file, the obstacle
 * and the way out. Safe for any number of threads and processes.
 */
public final class FileBudgetStore implements BudgetStore {
    private static final String FORMAT = "plumbline-budgets/1";
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Duration BETWEEN = Duration.ofMillis(2);

    private final Path file;
    private final Path lock;
    private final Clock clock;
    private final ReentrantLock own = new ReentrantLock(true);

    private FileBudgetStore(Path file, Clock clock) {
        this.file = file.toAbsolutePath();
        this.lock = this.file.resolveSibling(file.getFileName() + ".lock");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Returns a store in that file, which is created with its folder at the first use. */
    public static FileBudgetStore of(Path file) {
        return of(file, Clock.systemUTC());
    }

    /** Returns a store with a clock of its own, for tests. */
    public static FileBudgetStore of(Path file, Clock clock) {
        return new FileBudgetStore(file, clock);
    }

    @Override
    public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        Instant end = limit.compareTo(LONGEST) < 0 ? clock.instant().plus(limit) : Instant.MAX;
        own.lock();
        try {
            FileLease lease = lease(end, cancellation);
            try {
                return taken(budget, amount);
            } finally {
                lease.close();
            }
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            own.unlock();
        }
    }

    /** Returns the exception of a file that cannot be read or written: it names the file, the obstacle and the way out. */
    private AiException unusable(IOException why) {
        String obstacle = why instanceof DamagedBudgetsException
                ? why.getMessage()
                : Files.isDirectory(file)
                        ? "a folder is in its place; give the budgets another file"
                        : JournalFolder.obstacle(Objects.requireNonNull(file.getParent()), why)
                                + "; give the budgets a file in a folder with free space in which this program may"
                                + " create files";
        return new AiException(AiError.of(
                        AiError.Category.CONFIGURATION,
                        "budgets",
                        "the budgets in " + file + " cannot be used: " + obstacle)
                .withDetail("file", file.toString())
                .withCause(why));
    }

    private Taken taken(Budget budget, Amount amount) throws IOException {
        State state = read();
        long now = Math.max(state.time(), nanos(clock.instant()));
        BudgetLevel level = state.levels().getOrDefault(budget.key(), BudgetLevel.unused(now));
        BudgetLevel.Change change = level.take(budget, amount, now);
        if (amount.units() > 0 || amount.returned() > 0) {
            state.levels().values().removeIf(each -> each.isUnused(now));
            state.levels().put(budget.key(), change.level());
            write(new State(now, state.levels()));
        }
        return change.taken();
    }

    private static long nanos(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }

    /** Waits for the lock, which others hold for the time of one operation. */
    private FileLease lease(Instant end, Cancellation cancellation) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()), PrivateFiles.ofFolder(file.getParent()));
        while (true) {
            try {
                return FileLease.of(lock, PrivateFiles.ofFile(lock));
            } catch (FileLease.LeaseRefusedException held) {
                OperationLimit.require(clock.instant().isBefore(end) ? BETWEEN : Duration.ZERO, cancellation);
                cancellation.sleep(BETWEEN, "another program uses the budgets");
            }
        }
    }

    /** The budgets, and the latest time that was seen. */
    private record State(long time, Map<String, BudgetLevel> levels) {}

    private State read() throws IOException {
        if (!Files.exists(file)) {
            return new State(Long.MIN_VALUE, new LinkedHashMap<>());
        }
        String text = new String(ForeignFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
        try {
            Json json = Json.parse(text);
            if (!json.get("format").equals(Json.of(FORMAT))) {
                throw new DamagedBudgetsException(
                        "it is not a file of budgets, or one of another version; give the budgets another file");
            }
            Map<String, BudgetLevel> levels = new LinkedHashMap<>();
            json.get("budgets")
                    .fields()
                    .forEach((key, level) -> levels.put(
                            key,
                            new BudgetLevel(
                                    level.get("full").asLong(),
                                    level.get("out").asLong(),
                                    level.get("used").asLong())));
            return new State(json.get("time").asLong(), levels);
        } catch (JsonException damaged) {
            throw new DamagedBudgetsException(
                    "it is damaged; delete it to begin with full budgets, or put a copy in its place");
        }
    }

    /** What is in the file is not what this class writes. The message has no content. */
    private static final class DamagedBudgetsException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedBudgetsException(String reason) {
            super(reason);
        }
    }

    private void write(State state) throws IOException {
        Map<String, Object> budgets = new LinkedHashMap<>();
        state.levels()
                .forEach((key, level) -> budgets.put(
                        key,
                        Json.object()
                                .with("full", level.full())
                                .with("out", level.out())
                                .with("used", level.used())));
        Json json =
                Json.object().with("format", FORMAT).with("time", state.time()).with("budgets", Json.of(budgets));
        Path next = file.resolveSibling(file.getFileName() + ".new");
        PrivateFiles.create(Objects.requireNonNull(next.getParent()), next);
        Files.writeString(next, json.text());
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Does nothing: no file is open between operations. */
    @Override
    public void close() {
        // see above
    }
}
