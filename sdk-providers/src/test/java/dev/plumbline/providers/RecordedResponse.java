package dev.plumbline.providers;

import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.providers.internal.DecoderReplay;
import dev.plumbline.providers.internal.RecordedResponses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One recorded answer of the test resources, with the fold somebody wrote down for it. */
record RecordedResponse(String folder, String file, Path path) {
    private static final Path ROOT = root();
    private static final boolean EVERY_CUT = Boolean.getBoolean("plumbline.every-cut");
    private static final int STEP = 7;
    private static final Json STATUSES = Json.parse(read(ROOT.resolve("statuses.json")));

    static List<RecordedResponse> all() {
        try (Stream<Path> files = Files.walk(ROOT, 2)) {
            return files.filter(path -> Files.exists(path.resolveSibling(path.getFileName() + ".expected.json")))
                    .sorted()
                    .map(path -> new RecordedResponse(
                            path.getParent().getFileName().toString(),
                            path.getFileName().toString(),
                            path))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RecordedResponse of(String name) {
        return all().stream().filter(r -> r.toString().equals(name)).findFirst().orElseThrow();
    }

    static List<RecordedResponse> streams() {
        return all().stream().filter(RecordedResponse::isStream).toList();
    }

    Json expected() {
        return Json.parse(read(path.resolveSibling(file + ".expected.json")));
    }

    OptionalInt status() {
        Json status = STATUSES.get(toString());
        return status.exists() ? OptionalInt.of(status.asInt()) : RecordedResponses.statusIn(file);
    }

    boolean isStream() {
        return !file.endsWith(".json");
    }

    /** The bytes as they came over the wire. */
    byte[] wire() {
        byte[] bytes = read(path);
        return file.endsWith(".chunks.txt") ? RecordedResponses.asEvents(bytes) : bytes;
    }

    /** The fold of a body, or of an event stream that came in these pieces. */
    AiReturn fold(List<byte[]> pieces) {
        DecoderReplay replay = new DecoderReplay(folder, RecordedResponses.format(folder, file), DeltaSink.DISCARDING);
        return isStream() ? replay.events(pieces) : replay.body(joined(pieces), status());
    }

    /** The fold of an event stream whose connection breaks behind these bytes. */
    AiReturn cut(byte[] beginning) {
        AiError broken = AiError.of(AiError.Category.TRUNCATED, "cut", "the connection ended");
        return new DecoderReplay(folder, RecordedResponses.format(folder, file), DeltaSink.DISCARDING)
                .broken(List.of(beginning), broken);
    }

    /** The length of the stream up to what its format defines as its end; beyond every length if that is not there. */
    int ownEnd() {
        Pattern end = switch (RecordedResponses.format(folder, file)) {
            case CHAT -> Pattern.compile("data: ?\\[DONE] *(\r\n\r|\n\n|\n\r)");
            case MESSAGES -> Pattern.compile("data: ?\\{[^\n]*\"message_stop\"[^\n]*(\r\n\r|\n\n)");
            case RESPONSES ->
                Pattern.compile("data: ?\\{[^\n]*\"response\\.(completed|incomplete)\"[^\n]*(\r\n\r|\n\n)");
            default -> throw new IllegalStateException("no recorded stream has this format");
        };
        Matcher found = end.matcher(new String(wire(), StandardCharsets.ISO_8859_1));
        return found.find() ? found.end() : Integer.MAX_VALUE;
    }

    /**
     * The places at which an answer is cut: around the ends of lines, within characters of several bytes, and each
     * seventh of the others; with {@code -Dplumbline.every-cut=true} all.
     */
    static IntStream cuts(byte[] wire) {
        return IntStream.rangeClosed(0, wire.length)
                .filter(at -> EVERY_CUT || at % STEP == 0 || at == wire.length || isCritical(wire, at));
    }

    private static boolean isCritical(byte[] wire, int at) {
        boolean critical = wire[at] < 0;
        for (int i = Math.max(0, at - 2); i <= at; i++) {
            critical |= wire[i] == '\n' || wire[i] == '\r';
        }
        return critical;
    }

    static List<byte[]> cutAt(byte[] bytes, int at) {
        return List.of(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at, bytes.length));
    }

    private static byte[] joined(List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        try {
            return Path.of(RecordedResponse.class.getResource("/recorded").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return folder + "/" + file;
    }
}
