package dev.plumbline.body;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A request in values of its own, whose equality is what "the same request" means: nothing of it is the library's. A body
 * is built of it in one of many ways ({@link RequestBuilding}), and it can be changed in one place.
 *
 * @param items the interactions
 * @param outputSchema the schema of the answer
 * @param toolFilter the tools; empty for all
 * @param contextFilter the context sources; empty for all
 */
record RequestSpec(
        List<Item> items, Optional<Value> outputSchema, Optional<String> toolFilter, Optional<String> contextFilter) {

    /** An interaction. */
    sealed interface Item {}

    record Facts(TreeMap<String, Value> values) implements Item {}

    record Words(boolean system, String text) implements Item {}

    record Message(boolean user, List<Piece> pieces) implements Item {}

    /** A tool call and, as the next interaction, its result. */
    record Call(String name, Value arguments, Outcome outcome) implements Item {}

    /** An envelope: a result, or a failure with code, message, retryable and effect. */
    record Outcome(
            Optional<Value> result, String code, String message, boolean retryable, String effect, List<Piece> media) {}

    /** A part by its kind, its texts and its bytes. */
    record Piece(String kind, String text, String more, Value data, List<Byte> bytes) {}

    /** A JSON value. */
    sealed interface Value {}

    record Word(String text) implements Value {}

    record Amount(BigDecimal number) implements Value {
        Amount {
            number = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        }
    }

    record Literal(String word) implements Value {}

    record Items(List<Value> values) implements Value {}

    record Members(TreeMap<String, Value> values) implements Value {}

    private static final List<String> CHARACTERS = List.of(
            "a", "b", "1", "é", "e\u0301", "ß", "İ", "\n", "\u0000", "\u2028", "\"", "\\", "😀", "\uFFFD", "?", " ",
            "٣");
    private static final List<String> FILTERS = List.of("wall_*", "#read-only", "@com.acme", "*", "door, wall");

    static RequestSpec random(Random random) {
        List<Item> items = new ArrayList<>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            items.add(item(random));
        }
        return new RequestSpec(items, maybe(random, () -> members(random, 2)), filter(random), filter(random));
    }

    private static <T> Optional<T> maybe(Random random, Supplier<T> value) {
        return random.nextInt(4) == 0 ? Optional.of(value.get()) : Optional.empty();
    }

    private static Optional<String> filter(Random random) {
        return maybe(random, () -> FILTERS.get(random.nextInt(FILTERS.size()))).filter(filter -> !filter.equals("*"));
    }

    private static Item item(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new Facts(members(random, 2).values());
            case 1 -> new Words(random.nextBoolean(), text(random));
            case 2 -> new Call("tool_" + random.nextInt(3), members(random, 2), outcome(random));
            default ->
                new Message(
                        random.nextBoolean(),
                        pieces(
                                random,
                                List.of("text", "text", "image", "audio", "file", "reasoning", "refusal", "opaque")));
        };
    }

    private static Outcome outcome(Random random) {
        List<Piece> media = random.nextInt(4) == 0 ? pieces(random, List.of("image", "file")) : List.of();
        return random.nextBoolean()
                ? new Outcome(Optional.of(members(random, 2)), "", "", false, "", media)
                : new Outcome(
                        Optional.empty(),
                        List.of("FAILED", "TIMEOUT", "DENIED").get(random.nextInt(3)),
                        text(random),
                        random.nextBoolean(),
                        List.of("NOT_STARTED", "DONE", "UNKNOWN").get(random.nextInt(3)),
                        media);
    }

    private static List<Piece> pieces(Random random, List<String> kinds) {
        List<Piece> pieces = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            pieces.add(piece(random, kinds.get(random.nextInt(kinds.size()))));
        }
        return pieces;
    }

    private static Piece piece(Random random, String kind) {
        Value none = new Literal("null");
        return switch (kind) {
            case "image", "audio" ->
                new Piece(kind, kind + "/" + (random.nextBoolean() ? "png" : "x"), "", none, bytes(random));
            case "file" -> new Piece(kind, "text/plain", text(random), none, bytes(random));
            case "opaque" ->
                new Piece(
                        kind,
                        "p" + random.nextInt(2),
                        random.nextBoolean() ? "" : text(random),
                        value(random, 2),
                        List.of());
            default -> new Piece(kind, text(random), "", none, List.of());
        };
    }

    private static List<Byte> bytes(Random random) {
        List<Byte> bytes = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            bytes.add((byte) random.nextInt(256));
        }
        return bytes;
    }

    static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
        }
        return text.toString();
    }

    private static Value value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0, 1 -> new Word(text(random));
            case 2 -> new Amount(new BigDecimal(random.nextInt(2_000) - 1_000).movePointLeft(random.nextInt(5)));
            case 3 -> new Literal(List.of("true", "false", "null").get(random.nextInt(3)));
            case 4 -> {
                List<Value> values = new ArrayList<>();
                int count = random.nextInt(3);
                for (int i = 0; i < count; i++) {
                    values.add(value(random, depth - 1));
                }
                yield new Items(values);
            }
            default -> members(random, depth - 1);
        };
    }

    private static Members members(Random random, int depth) {
        TreeMap<String, Value> values = new TreeMap<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            values.put(text(random), value(random, depth));
        }
        return new Members(values);
    }

    /** Returns a copy that differs in one place. */
    RequestSpec changed(Random random) {
        RequestSpec changed = this;
        while (changed.equals(this)) {
            changed = tried(random);
        }
        return changed;
    }

    private RequestSpec tried(Random random) {
        List<Item> others = new ArrayList<>(items);
        int at = items.isEmpty() ? 0 : random.nextInt(items.size());
        switch (items.isEmpty() ? 5 : random.nextInt(7)) {
            case 0 -> others.remove(at);
            case 1 -> others.add(at, others.remove(random.nextInt(others.size())));
            case 2, 3, 4 -> others.set(at, changed(others.get(at), random));
            case 5 -> others.add(at, item(random));
            default -> {
                return switch (random.nextInt(3)) {
                    case 0 -> new RequestSpec(items, Optional.of(members(random, 2)), toolFilter, contextFilter);
                    case 1 -> new RequestSpec(items, outputSchema, filter(random), contextFilter);
                    default -> new RequestSpec(items, outputSchema, toolFilter, filter(random));
                };
            }
        }
        return new RequestSpec(others, outputSchema, toolFilter, contextFilter);
    }

    private static Item changed(Item item, Random random) {
        if (item instanceof Facts facts) {
            return new Facts(changed(facts.values(), random));
        }
        if (item instanceof Words words) {
            return random.nextInt(3) == 0
                    ? new Words(!words.system(), words.text())
                    : new Words(words.system(), changed(words.text(), random));
        }
        if (item instanceof Call call) {
            return switch (random.nextInt(3)) {
                case 0 -> new Call("tool_" + random.nextInt(3), call.arguments(), call.outcome());
                case 1 -> new Call(call.name(), members(random, 2), call.outcome());
                default -> new Call(call.name(), call.arguments(), changed(call.outcome(), random));
            };
        }
        Message message = (Message) item;
        if (random.nextInt(4) == 0) {
            return new Message(!message.user(), message.pieces());
        }
        List<Piece> pieces = new ArrayList<>(message.pieces());
        int at = random.nextInt(pieces.size());
        pieces.set(at, changed(pieces.get(at), random));
        return new Message(message.user(), shifted(pieces, random));
    }

    /** Moves the last character of a text to the next one, now and then: the border of two fields is not lost. */
    private static List<Piece> shifted(List<Piece> pieces, Random random) {
        if (pieces.size() < 2 || random.nextInt(3) > 0) {
            return pieces;
        }
        Piece one = pieces.get(0);
        Piece two = pieces.get(1);
        if (!one.kind().equals("text")
                || !two.kind().equals("text")
                || one.text().isEmpty()) {
            return pieces;
        }
        int cut = one.text().offsetByCodePoints(one.text().length(), -1);
        pieces.set(0, new Piece("text", one.text().substring(0, cut), "", one.data(), List.of()));
        pieces.set(1, new Piece("text", one.text().substring(cut) + two.text(), "", two.data(), List.of()));
        return pieces;
    }

    private static Outcome changed(Outcome outcome, Random random) {
        Outcome other = outcome(random);
        return switch (random.nextInt(4)) {
            case 0 -> other;
            case 1 ->
                new Outcome(
                        outcome.result(),
                        outcome.code(),
                        outcome.message(),
                        outcome.retryable(),
                        outcome.effect(),
                        other.media());
            case 2 ->
                outcome.result().isPresent()
                        ? outcome
                        : new Outcome(
                                Optional.empty(),
                                outcome.code(),
                                changed(outcome.message(), random),
                                outcome.retryable(),
                                outcome.effect(),
                                outcome.media());
            default ->
                outcome.result().isPresent()
                        ? outcome
                        : new Outcome(
                                Optional.empty(),
                                outcome.code(),
                                outcome.message(),
                                !outcome.retryable(),
                                outcome.effect(),
                                outcome.media());
        };
    }

    private static Piece changed(Piece piece, Random random) {
        Piece other = piece(random, piece.kind());
        return switch (random.nextInt(3)) {
            case 0 -> other;
            case 1 ->
                piece.kind().equals("image")
                                || piece.kind().equals("audio")
                                || piece.kind().equals("opaque")
                                || piece.kind().equals("file")
                        ? new Piece(
                                piece.kind(),
                                piece.text(),
                                piece.kind().equals("file") ? changed(piece.more(), random) : piece.more(),
                                piece.data(),
                                other.bytes())
                        : new Piece(piece.kind(), changed(piece.text(), random), "", piece.data(), List.of());
            default ->
                List.of("text", "reasoning", "refusal").contains(piece.kind())
                        ? new Piece(
                                List.of("text", "reasoning", "refusal").get(random.nextInt(3)),
                                piece.text(),
                                "",
                                piece.data(),
                                List.of())
                        : other;
        };
    }

    private static TreeMap<String, Value> changed(TreeMap<String, Value> values, Random random) {
        TreeMap<String, Value> changed = new TreeMap<>(values);
        if (values.isEmpty() || random.nextInt(3) == 0) {
            changed.put(text(random), value(random, 1));
        } else {
            List<Map.Entry<String, Value>> entries = new ArrayList<>(values.entrySet());
            Map.Entry<String, Value> one = entries.get(random.nextInt(entries.size()));
            changed.put(one.getKey(), changed(one.getValue(), random));
        }
        return changed;
    }

    private static Value changed(Value value, Random random) {
        if (value instanceof Word word) {
            return new Word(changed(word.text(), random));
        }
        return value instanceof Amount amount
                ? new Amount(amount.number().add(new BigDecimal("0.000000000000000001")))
                : value(random, 1);
    }

    private static String changed(String text, Random random) {
        int at = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1));
        String one = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
        int after = at < text.length() && random.nextBoolean() ? text.offsetByCodePoints(at, 1) : at;
        return text.substring(0, at) + one + text.substring(after);
    }
}
