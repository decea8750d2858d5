package dev.plumbline.runtime.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.providers.internal.RecordedResponses;
import dev.plumbline.store.internal.FileLease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file of the results of a batch, a line for each, which counts once it is on the disk. A line truncated by a crash
 * is removed when the file is opened; of several lines of one body the last counts. Only one process can open it. Thread-safe.
 */
public final class BatchResultFile implements AutoCloseable {
    /** The number of failed lines that are named. */
    private static final int MOST_NAMED = 10;

    private final FileLease lease;
    private final FileChannel file;
    private final Path path;
    private final Map<Long, Long> marks = new HashMap<>();
    private final NavigableSet<Long> failed = new TreeSet<>();
    private final Set<Long> again = new HashSet<>();
    private Totals totals = Totals.NONE;
    private long length;

    private BatchResultFile(FileLease lease, Path path) {
        this.lease = lease;
        this.path = path;
        this.file = lease.channel();
    }

    /**
     * Opens the file, and creates it if it does not exist.
     *
     * @throws IllegalStateException if another process has it open
     * @throws IllegalArgumentException if it contains something else
     */
    public static BatchResultFile in(Path path) throws IOException {
        FileLease lease = FileLease.of(path);
        try {
            BatchResultFile results = new BatchResultFile(lease, path);
            results.read();
            return results;
        } catch (IOException | RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /** Reads the content through the locked channel, because closing another channel would release the lock. */
    private void read() throws IOException {
        length = wholeLines(file);
        file.truncate(length).position(0);
        BufferedReader lines = reader(file);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            finished(result(line, path));
        }
        file.position(length);
    }

    /**
     * Returns the results that count, in the order in which they came, of a file that another process may write; close the
     * stream.
     *
     * @throws IllegalArgumentException if the file contains something else
     */
    @SuppressWarnings("StreamResourceLeak") // closed with the stream that is returned
    public static Stream<Result> read(Path path) throws IOException {
        Map<Long, Long> last = new HashMap<>();
        long whole;
        try (FileChannel file = FileChannel.open(path);
                BufferedReader lines = reader(file)) {
            long length = wholeLines(file);
            long end = 0;
            for (whole = 0; end < length; whole++) {
                String line = Objects.requireNonNull(lines.readLine());
                end += line.getBytes(StandardCharsets.UTF_8).length + 1L;
                last.put(result(line, path).line(), whole);
            }
        }
        AtomicLong index = new AtomicLong();
        Stream<String> lines = Files.lines(path);
        return lines.limit(whole)
                .map(line -> result(line, path))
                .filter(result -> Objects.equals(last.get(result.line()), index.getAndIncrement()))
                .onClose(lines::close);
    }

    private static BufferedReader reader(FileChannel file) {
        return new BufferedReader(
                new InputStreamReader(Channels.newInputStream(file), StandardCharsets.UTF_8), 1 << 16);
    }

    /** Returns the length of the file without a truncated line. */
    private static long wholeLines(FileChannel file) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(1 << 13);
        for (long end = file.size(); end > 0; end -= block.capacity()) {
            long start = Math.max(0, end - block.capacity());
            block.clear().limit((int) (end - start));
            while (block.hasRemaining() && file.read(block, start + block.position()) >= 0) {
                // one read need not return everything
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return start + i + 1;
                }
            }
        }
        return 0;
    }

    private static Result result(String line, Path path) {
        try {
            Json result = Json.parse(line);
            if (result.get("line").kind() == Json.Kind.NUMBER
                    && result.get("line").asLong() > 0) {
                return Result.from(result);
            }
        } catch (JsonException e) {
            // as below
        }
        throw new IllegalArgumentException("this file contains something other than results: " + path);
    }

    /** Returns the number of bodies with a result. */
    public synchronized int count() {
        return marks.size();
    }

    /** Returns what the answers in the file used and cost, those of earlier runs included. */
    public synchronized Totals totals() {
        return totals;
    }

    /**
     * Returns whether there is a result of that body that stays. A failure that may pass does not: it is asked again.
     *
     * @throws IllegalArgumentException if the result of that line belongs to another body
     */
    public synchronized boolean has(BatchInput.Numbered numbered) {
        Long found = marks.get(numbered.line());
        if (found != null && found != mark(numbered.fingerprint())) {
            throw new IllegalArgumentException("line " + numbered.line()
                    + ": OUT has the result of another body for this line; use another OUT, or the original IN");
        }
        return found != null && !again.contains(numbered.line());
    }

    /** Returns whether there is a result of that line. */
    public synchronized boolean has(long line) {
        return marks.containsKey(line);
    }

    /**
     * Appends results, all of which count once they are on the disk.
     *
     * @throws IOException if the disk is full, for example; then none of them is in the file
     */
    public synchronized void add(List<Result> results) throws IOException {
        StringBuilder lines = new StringBuilder();
        results.forEach(result -> lines.append(result.toJson().text()).append('\n'));
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        try {
            lease.append(bytes);
        } catch (IOException e) {
            takeBack(e);
            throw e;
        }
        length += bytes.length;
        results.forEach(this::finished);
    }

    /** Removes what was written of lines that do not count. */
    private void takeBack(IOException why) {
        try {
            file.truncate(length).position(length);
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private void finished(Result result) {
        marks.put(result.line(), mark(result.fingerprint()));
        set(failed, result.line(), result.isFailed());
        set(again, result.line(), result.mayPass());
        totals = totals.plus(result.usage(), result.cost());
    }

    private static void set(Set<Long> lines, long line, boolean isIn) {
        if (isIn) {
            lines.add(line);
        } else {
            lines.remove(line);
        }
    }

    /** Returns the first bits of a fingerprint, which tell a body from the one that stood in its line before. */
    private static long mark(String fingerprint) {
        String digits = fingerprint.substring(fingerprint.lastIndexOf(':') + 1);
        return digits.matches("[0-9a-f]{16,}")
                ? Long.parseUnsignedLong(digits.substring(0, 16), 16)
                : fingerprint.hashCode();
    }

    /** Returns the number of results that are failures, also of earlier runs. */
    public synchronized int failed() {
        return failed.size();
    }

    /** Returns which lines failed and how to ask them again; empty if none failed. */
    public synchronized String remedy() {
        int count = failed.size();
        if (count == 0) {
            return "";
        }
        String some = failed.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        String which = (count == 1 ? "line " : "lines ") + some + (count > MOST_NAMED ? ", …" : "") + " failed";
        int passing = again.size();
        if (passing == count) {
            return which + "; the next run asks again";
        }
        String stays = count == 1 ? "delete its line in " : "delete their lines in ";
        return which + ": " + stays + path + " and run the batch again to ask " + (count == 1 ? "it" : "them")
                + " again" + (passing == 0 ? "" : "; " + passing + " of them are asked again in any case");
    }

    /**
     * A line of the file.
     *
     * @param line the number of the line of the body
     * @param fingerprint the fingerprint of the body
     * @param model the model that answered; empty if unknown
     * @param value the return, in the form of {@link RecordedResponses#toJson}
     * @param cost what it cost; empty if unknown
     * @param code the code of its error; empty if there is none
     * @param message the message of its error; empty if there is none
     */
    public record Result(
            long line, String fingerprint, String model, Json value, Optional<Cost> cost, String code, String message) {

        /** Refusals of policies, which cost nothing to ask again: the rule may be another one by then. */
        private static final Set<AiError.Category> REFUSED =
                Set.of(AiError.Category.BUDGET, AiError.Category.POLICY_DENIED);

        /** Returns the result of a body. */
        public static Result of(BatchInput.Numbered asked, AiReturn ret) {
            return new Result(
                    asked.line(),
                    asked.fingerprint(),
                    ret.model().equals(ModelId.NONE) ? "" : ret.model().toString(),
                    RecordedResponses.toJson(ret),
                    ret.cost(),
                    ret.error().map(AiError::code).orElse(""),
                    ret.error().map(AiError::message).orElse(""));
        }

        /** Returns the result of a line, also of earlier versions, which have no model, cost, code and message. */
        static Result from(Json line) {
            Json cost = line.get("cost");
            return new Result(
                    line.get("line").asLong(),
                    line.get("fingerprint").asText(),
                    text(line, "model"),
                    line.get("return"),
                    cost.exists()
                            ? Optional.of(new Cost(
                                    new BigDecimal(cost.get("amount").asText()),
                                    cost.get("currency").asText()))
                            : Optional.empty(),
                    text(line, "code"),
                    text(line, "message"));
        }

        private static String text(Json json, String name) {
            return json.get(name).exists() ? json.get(name).asText() : "";
        }

        Json toJson() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("line", line);
            json.put("fingerprint", fingerprint);
            if (!model.isEmpty()) {
                json.put("model", model);
            }
            json.put("return", value);
            cost.ifPresent(known -> json.put(
                    "cost",
                    Json.object().with("amount", known.amount().toPlainString()).with("currency", known.currency())));
            if (!code.isEmpty()) {
                json.put("code", code);
            }
            if (!message.isEmpty()) {
                json.put("message", message);
            }
            return Json.of(json);
        }

        private Json error() {
            return value.get("error");
        }

        /** Returns whether it is a failure. */
        public boolean isFailed() {
            return error().exists() && error().kind() != Json.Kind.NULL;
        }

        /** Returns whether it is a failure that may pass, so that the body is asked again. */
        public boolean mayPass() {
            return isFailed()
                    && (error().get("retryable").equals(Json.of(true))
                            || (REFUSED.contains(category()) && usage().total() == 0));
        }

        private AiError.Category category() {
            return AiError.Category.valueOf(error().get("category").asText());
        }

        /** Returns what the answer used. */
        Usage usage() {
            Json usage = value.get("usage");
            return new Usage(
                    number(usage, "input"),
                    number(usage, "output"),
                    number(usage, "cachedInput"),
                    number(usage, "cacheWrites"),
                    number(usage, "longCacheWrites"),
                    number(usage, "reasoning"),
                    usage.exists() ? 1 : 0);
        }

        private static long number(Json usage, String name) {
            return usage.get(name).kind() == Json.Kind.NUMBER ? usage.get(name).asLong() : 0;
        }

        /** Returns the return, with its text and tool calls, and without its trace. */
        public AiReturn toReturn() {
            List<Interaction> said = new ArrayList<>();
            if (!text(value, "text").isEmpty()) {
                said.add(new Interaction.Assistant(List.of(new Part.Text(text(value, "text")))));
            }
            for (Json call : value.get("toolCalls").elements()) {
                said.add(new Interaction.ToolCall(
                        call.get("id").asText(), call.get("name").asText(), call.get("arguments")));
            }
            AiReturn.Builder ret = AiReturn.builder()
                    .interactions(said)
                    .usage(usage())
                    .finish(FinishReason.valueOf(value.get("finish").asText()));
            if (!model.isEmpty()) {
                ret.model(ModelId.parse(model));
            }
            cost.ifPresent(ret::cost);
            if (isFailed()) {
                ret.error(AiError.of(category(), code.isEmpty() ? "batch" : code, message)
                        .withRetryable(mayPass()));
            }
            return ret.build();
        }
    }

    /** What the answers of a file used: attempts that failed are counted as far as they reported it. */
    public record Totals(Usage usage, List<Cost> costs) {
        /** Nothing. */
        public static final Totals NONE = new Totals(Usage.NONE, List.of());

        public Totals {
            costs = List.copyOf(costs);
        }

        /** Returns this and more. */
        public Totals plus(Usage more, Optional<Cost> price) {
            List<Cost> sums = new ArrayList<>(costs);
            price.ifPresent(cost -> {
                Optional<Cost> same = costs.stream()
                        .filter(each -> each.currency().equals(cost.currency()))
                        .findFirst();
                same.ifPresent(sums::remove);
                sums.add(same.map(cost::plus).orElse(cost));
            });
            return new Totals(usage.plus(more), sums);
        }
    }

    @Override
    public void close() throws IOException {
        lease.close();
    }
}
