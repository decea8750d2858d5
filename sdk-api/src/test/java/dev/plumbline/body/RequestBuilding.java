package dev.plumbline.body;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** Builds a body of a {@link RequestSpec} in a way that chance chooses: orders, spellings, ids and routes that mean nothing. */
final class RequestBuilding {
    private final Random random;

    RequestBuilding(Random random) {
        this.random = random;
    }

    AiBody body(RequestSpec spec) {
        AiBody.Builder body = AiBody.builder();
        boolean filtersFirst = random.nextBoolean();
        if (filtersFirst) {
            filters(spec, body);
        }
        for (RequestSpec.Item item : spec.items()) {
            interactions(item).forEach(body::add);
        }
        if (!filtersFirst) {
            filters(spec, body);
        }
        AiBody built = body.build();
        return switch (random.nextInt(4)) {
            case 0 -> AiBody.from(Json.parse(built.toJson().text()));
            case 1 -> built.toBuilder().build();
            default -> built;
        };
    }

    private void filters(RequestSpec spec, AiBody.Builder body) {
        spec.outputSchema().ifPresent(schema -> body.outputSchema(json(schema)));
        spec.toolFilter().ifPresent(filter -> body.toolFilter(spelled(filter)));
        spec.contextFilter().ifPresent(filter -> body.contextFilter(spelled(filter)));
        if (spec.toolFilter().isEmpty() && random.nextBoolean()) {
            body.toolFilter("*");
        }
    }

    private String spelled(String filter) {
        List<String> terms = new ArrayList<>(List.of(filter.split(", ")));
        Collections.shuffle(terms, random);
        terms.add(terms.get(0));
        return String.join(random.nextBoolean() ? " " : " , ", terms);
    }

    private List<Interaction> interactions(RequestSpec.Item item) {
        if (item instanceof RequestSpec.Facts facts) {
            Map<String, Json> values = new LinkedHashMap<>();
            shuffled(facts.values()).forEach((key, value) -> values.put(key, json(value)));
            return List.of(new Interaction.Context(values));
        }
        if (item instanceof RequestSpec.Words words) {
            return List.of(
                    words.system() ? new Interaction.System(words.text()) : new Interaction.Summary(words.text()));
        }
        if (item instanceof RequestSpec.Message message) {
            List<Part> parts = message.pieces().stream().map(this::part).toList();
            return List.of(message.user() ? new Interaction.User(parts) : new Interaction.Assistant(parts));
        }
        RequestSpec.Call call = (RequestSpec.Call) item;
        String id = "call-" + random.nextInt(Integer.MAX_VALUE);
        return List.of(
                new Interaction.ToolCall(id, call.name(), json(call.arguments())),
                new Interaction.ToolResult(id, envelope(call.outcome())));
    }

    private ToolEnvelope envelope(RequestSpec.Outcome outcome) {
        ToolEnvelope envelope = outcome.result()
                .map(result -> ToolEnvelope.ok(json(result)))
                .orElseGet(() -> ToolEnvelope.failed(ToolEnvelope.Code.valueOf(outcome.code()), outcome.message())
                        .withRetryable(outcome.retryable())
                        .withEffect(ToolEnvelope.Effect.valueOf(outcome.effect())));
        return envelope.withParts(outcome.media().stream().map(this::part).toArray(Part[]::new));
    }

    private Part part(RequestSpec.Piece piece) {
        return switch (piece.kind()) {
            case "text" -> new Part.Text(piece.text());
            case "reasoning" -> new Part.Reasoning(piece.text());
            case "refusal" -> new Part.Refusal(piece.text());
            case "image" -> new Part.Image(blob(piece));
            case "audio" -> new Part.Audio(blob(piece));
            case "file" -> new Part.File(piece.more(), blob(piece));
            default -> new Part.Opaque(piece.text(), json(piece.data()), piece.more(), "writer-" + random.nextInt(9));
        };
    }

    private static Blob blob(RequestSpec.Piece piece) {
        byte[] bytes = new byte[piece.bytes().size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = piece.bytes().get(i);
        }
        return Blob.of(bytes, piece.text());
    }

    private Json json(RequestSpec.Value value) {
        return random.nextBoolean() ? Json.of(object(value)) : Json.parse(spelling(value));
    }

    private Object object(RequestSpec.Value value) {
        if (value instanceof RequestSpec.Word word) {
            return random.nextBoolean() ? word.text() : new StringBuilder(word.text());
        }
        if (value instanceof RequestSpec.Amount amount) {
            return number(amount.number());
        }
        if (value instanceof RequestSpec.Literal literal) {
            return literal.word().equals("null") ? Optional.empty() : (Object) Boolean.valueOf(literal.word());
        }
        if (value instanceof RequestSpec.Items items) {
            List<Object> all = new ArrayList<>();
            items.values().forEach(each -> all.add(object(each)));
            return random.nextBoolean() ? all : all.toArray();
        }
        Map<String, Object> members = random.nextBoolean() ? new HashMap<>() : new LinkedHashMap<>();
        shuffled(((RequestSpec.Members) value).values()).forEach((name, each) -> members.put(name, object(each)));
        return members.containsValue(null) || random.nextBoolean() ? members : Map.copyOf(members);
    }

    private Object number(BigDecimal number) {
        boolean whole = number.scale() <= 0 && number.precision() - number.scale() < 18;
        if (whole && random.nextBoolean()) {
            return number.longValueExact();
        }
        return random.nextBoolean() && new BigDecimal(Double.toString(number.doubleValue())).compareTo(number) == 0
                ? (Object) number.doubleValue()
                : number.setScale(number.scale() + random.nextInt(3));
    }

    private String spelling(RequestSpec.Value value) {
        String space = random.nextInt(3) == 0 ? " \n" : "";
        if (value instanceof RequestSpec.Word word) {
            return quoted(word.text());
        }
        if (value instanceof RequestSpec.Amount amount) {
            BigDecimal number = amount.number();
            return switch (random.nextInt(3)) {
                case 0 -> number.toPlainString();
                case 1 -> number.unscaledValue() + "e" + -number.scale();
                default -> number.setScale(Math.max(number.scale(), 0) + 1).toPlainString();
            };
        }
        if (value instanceof RequestSpec.Literal literal) {
            return literal.word();
        }
        if (value instanceof RequestSpec.Items items) {
            return "[" + space
                    + String.join(
                            "," + space,
                            items.values().stream().map(this::spelling).toList()) + "]";
        }
        List<String> members = new ArrayList<>();
        shuffled(((RequestSpec.Members) value).values())
                .forEach((name, each) -> members.add(quoted(name) + space + ":" + spelling(each)));
        return "{" + String.join("," + space, members) + space + "}";
    }

    private String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            boolean must = c == '"' || c == '\\' || c < ' ';
            if (must || random.nextInt(4) == 0) {
                for (char half : Character.toChars(c)) {
                    quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) half));
                }
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }

    private <V> Map<String, V> shuffled(TreeMap<String, V> members) {
        List<String> names = new ArrayList<>(members.keySet());
        Collections.shuffle(names, random);
        Map<String, V> shuffled = new LinkedHashMap<>();
        names.forEach(name -> shuffled.put(name, members.get(name)));
        return shuffled;
    }
}
