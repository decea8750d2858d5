package dev.plumbline.testkit.cassette;

import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.cassette.Cassette.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The file of a cassette and the position of its replay. Equal calls are answered in the order of their recording.
 */
final class CassetteFile {
    /** A member that older files lack. */
    private static final String MAPS = "mapsAsPairs";

    private static final int FORMAT = 1;

    private final Path file;
    private final Mode mode;
    private final List<RecordedExchange> exchanges = new ArrayList<>();
    private final Map<String, Integer> played = new HashMap<>();
    private int running;
    private Json head = Json.object();

    private CassetteFile(Path file, Mode mode) {
        this.file = file;
        this.mode = mode;
    }

    static CassetteFile at(Path file, Mode mode) {
        CassetteFile tape = new CassetteFile(file, mode);
        if (mode != Mode.RECORD) {
            tape.read();
        }
        return tape;
    }

    Mode mode() {
        return mode;
    }

    boolean records() {
        return mode == Mode.RECORD;
    }

    String provider() {
        return head.get("provider").asText();
    }

    String model() {
        return head.get("model").asText();
    }

    SchemaDialect dialect() {
        Json dialect = head.get("dialect");
        return (dialect.get(MAPS).exists() ? dialect : dialect.with(MAPS, false)).as(SchemaDialect.class);
    }

    /** Returns the dialect with sorted sets, so that equal dialects have the same text. */
    private static Json dialect(SchemaDialect dialect) {
        return Json.of(dialect).with("unsupported", new TreeSet<>(dialect.unsupported()));
    }

    /** Begins to record a call; without a later {@link #add} the recording is not kept. */
    synchronized void begin() {
        running++;
    }

    synchronized void add(RecordedExchange exchange, AiProvider real) {
        running--;
        if (exchanges.isEmpty()) {
            head = Json.object()
                    .with("cassette", FORMAT)
                    .with("provider", real.id())
                    .with("model", real.defaultModel())
                    .with("dialect", dialect(real.schemaDialect()));
        }
        exchanges.add(exchange);
    }

    /** Ends the recording or the replay, and returns what is to be reported. */
    synchronized List<String> end() {
        if (!records()) {
            return unplayed();
        }
        Optional<String> failed = failure();
        if (exchanges.isEmpty() || running > 0 || (failed.isPresent() && Files.exists(file))) {
            return List.of("nothing is recorded in " + file.getFileName() + ": "
                    + (running > 0 ? "a call did not end" : failed.orElse("no call was made")));
        }
        write();
        return List.of();
    }

    /** Returns a call that failed and was not repeated with success. */
    private Optional<String> failure() {
        Map<String, String> failed = new LinkedHashMap<>();
        for (int i = 0; i < exchanges.size(); i++) {
            RecordedExchange each = exchanges.get(i);
            String what = "call " + (i + 1) + " failed with ";
            each.error()
                    .ifPresentOrElse(e -> failed.put(each.key(), what + e.category()), () -> failed.remove(each.key()));
        }
        return failed.values().stream().findFirst();
    }

    /** Returns the next recorded answer to that call. */
    synchronized Optional<RecordedExchange> take(AiCall call) {
        String key = call.fingerprint().toString();
        int before = played.getOrDefault(key, 0);
        Optional<RecordedExchange> next = exchanges.stream()
                .filter(exchange -> exchange.key().equals(key))
                .skip(before)
                .findFirst();
        next.ifPresent(found -> played.put(key, before + 1));
        return next;
    }

    /** Returns why there is no recorded answer to that call. */
    synchronized String missing(AiCall call) {
        String key = call.fingerprint().toString();
        Map<String, String> asked = CallPartDigests.of(call);
        long recorded = exchanges.stream()
                .filter(exchange -> exchange.key().equals(key))
                .count();
        String why = recorded > 0
                ? "it was recorded " + recorded + " times and is made once more"
                : exchanges.stream()
                        .map(exchange -> CallPartDigests.difference(exchange.asked(), asked))
                        .min(Comparator.comparingInt(List::size))
                        .map(difference -> "compared with the most similar recorded call: "
                                + (difference.isEmpty() ? "another order" : String.join(", ", difference)))
                        .orElse("nothing is recorded");
        return "this call is not on the cassette " + file.getFileName() + "; " + why
                + ". Record again with -Dplumbline.record=true, or replay leniently.";
    }

    private List<String> unplayed() {
        Map<String, Integer> left = new HashMap<>(played);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < exchanges.size(); i++) {
            if (left.merge(exchanges.get(i).key(), -1, Integer::sum) < 0) {
                lines.add("recorded call " + (i + 1) + " was not made");
            }
        }
        return lines;
    }

    private void read() {
        if (!Files.exists(file)) {
            throw new IllegalStateException("there is no cassette " + file.getFileName()
                    + "; run this test once with -Dplumbline.record=true and a key of the provider");
        }
        try {
            head = Json.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (head.get("cassette").asInt() != FORMAT) {
            throw new IllegalStateException("cassette " + file.getFileName() + " has another format: record it again");
        }
        head.get("exchanges").elements().stream().map(RecordedExchange::from).forEach(exchanges::add);
    }

    /** Replaces the file as a whole, with one exchange per line, so that changes can be reviewed. */
    private void write() {
        StringBuilder text = new StringBuilder(head.text());
        text.setLength(text.length() - 1);
        text.append(",\"exchanges\":[");
        for (int i = 0; i < exchanges.size(); i++) {
            text.append(i == 0 ? "\n" : ",\n").append(exchanges.get(i).toJson().text());
        }
        try {
            Path whole = file.toAbsolutePath();
            Files.createDirectories(Objects.requireNonNull(whole.getParent(), "a file is in a folder"));
            Path written = whole.resolveSibling(whole.getFileName() + ".part");
            try {
                Files.writeString(written, text.append("\n]}\n"));
                Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
