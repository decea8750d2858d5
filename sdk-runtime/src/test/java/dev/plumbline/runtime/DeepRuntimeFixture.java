package dev.plumbline.runtime;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ViewRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A whole runtime, with a journal in files or without, in which one thing is nested that deep. */
final class DeepRuntimeFixture implements AutoCloseable {
    private final Deep deep;
    private final Path folder;
    private AiRuntime ai;

    /** Who nests. */
    enum Where {
        ARGUMENTS,
        VALUE,
        RECORD,
        JSON,
        ENVELOPE,
        NOTE,
        OPAQUE,
        SHAPED,
        TEXT,
        CONTEXT
    }

    /** Of what the levels are. */
    enum Shape {
        OBJECTS,
        ARRAYS,
        BOTH
    }

    /** What is nested how deep. */
    record Deep(Where where, Shape shape, int levels, boolean journal) {

        boolean isObject(int level) {
            return shape == Shape.OBJECTS || (shape == Shape.BOTH && level % 2 == 0);
        }

        /** As text; the outermost level is an object where that is due. */
        String text(boolean object) {
            StringBuilder text = new StringBuilder();
            StringBuilder end = new StringBuilder();
            for (int i = 0; i < levels; i++) {
                boolean member = isObject(i) || (object && i == 0);
                text.append(member ? "{\"a\":" : "[");
                end.append(member ? '}' : ']');
            }
            return text.append('1').append(end.reverse()).toString();
        }

        Object value() {
            Object value = 1;
            for (int i = levels - 1; i >= 0; i--) {
                value = isObject(i) ? Map.of("a", value) : List.of(value);
            }
            return value;
        }

        Nest nest() {
            Nest nest = new Nest(Optional.empty());
            for (int i = 1; i < levels; i++) {
                nest = new Nest(Optional.of(nest));
            }
            return nest;
        }

        /** Json has no more levels than its own limit. */
        Json json() {
            return json(0);
        }

        private Json json(int from) {
            Json json = Json.of(1);
            for (int i = Math.min(levels, 200) - 1; i >= from; i--) {
                json = isObject(i) ? Json.object().with("a", json) : Json.of(List.of(json));
            }
            return json;
        }
    }

    /** An answer of any depth. */
    record Free(Json a) {}

    /** A record in a record. */
    record Nest(Optional<Nest> inner) {}

    DeepRuntimeFixture(Deep deep) throws IOException {
        this.deep = deep;
        this.folder = Files.createTempDirectory("deep");
        this.ai = runtime();
    }

    private AiRuntime runtime() {
        AiRuntime.Builder builder = AiRuntime.builder()
                .addProvider(new Digger())
                .addTools(AiTool.of(
                        "dig",
                        "Digs.",
                        Json.of(Map.of("type", "object", "properties", Map.of())),
                        (in, context) -> dug()))
                .approvals(ApprovalRules.builder().ask("*").build())
                .questionHandler(question -> question.answer(question.options().get(0)))
                .redaction(RedactionOptions.ofDefaults())
                .addView(new ConversationObserver() {});
        if (deep.where() == Where.CONTEXT) {
            builder.addContext("depth", deep::value);
        }
        if (deep.journal()) {
            builder.journal(folder);
        }
        return builder.build();
    }

    private Object dug() {
        return switch (deep.where()) {
            case VALUE -> deep.value();
            case RECORD -> deep.nest();
            case JSON -> deep.json();
            // an array is boxed, and Json has no more levels than its own limit
            case ENVELOPE ->
                ToolEnvelope.ok(new Deep(deep.where(), deep.shape(), Math.min(deep.levels(), 199), false).json());
            case NOTE -> ToolEnvelope.ok(1).withMeta(Json.object().with("note", deep.json(1)));
            default -> "done";
        };
    }

    ConversationSession open() {
        return ai.session(AiBody.builder()
                .addSystem("Dig.")
                .toolFilter("*")
                .contextFilter("*")
                .build());
    }

    AiReturn ask(ConversationSession session) {
        SessionOptions.Builder options = SessionOptions.builder();
        if (deep.where() == Where.SHAPED) {
            options.output(Free.class);
        }
        return session.send(Interaction.user("Go."), options.build());
    }

    List<ViewRow> rows(ConversationSession session) {
        List<ViewRow> rows = ConversationRows.of(session.path());
        rows.forEach(row -> row.toJson());
        return rows;
    }

    ConversationSession resumed(ConversationSession session) {
        ai.close();
        ai = runtime();
        return ai.resume(session.id());
    }

    @Override
    public void close() throws IOException {
        ai.close();
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        all.forEach(DeepRuntimeFixture::delete);
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A model that answers the first question with what is nested. */
    private final class Digger implements AiProvider {
        @Override
        public String id() {
            return "digger";
        }

        @Override
        public String defaultModel() {
            return "spade";
        }

        @Override
        public AiReturn call(AiCall call) {
            List<AiDelta> answer = answer(call.effective());
            answer.forEach(call.sink());
            return Fold.of(answer);
        }

        private List<AiDelta> answer(List<Interaction> heard) {
            Interaction last = heard.get(heard.size() - 1);
            boolean first = last instanceof Interaction.User user && user.text().equals("Go.");
            if (!first) {
                return List.of(new AiDelta.Text("Fine."), new AiDelta.Finish(FinishReason.STOP));
            }
            return switch (deep.where()) {
                case ARGUMENTS -> calls(deep.text(true));
                case VALUE, RECORD, JSON, ENVELOPE, NOTE -> calls("{}");
                case OPAQUE ->
                    List.of(
                            new AiDelta.Text("Ah."),
                            new AiDelta.Whole(new Part.Opaque("digger", deep.json())),
                            new AiDelta.Finish(FinishReason.STOP));
                case SHAPED, TEXT -> List.of(new AiDelta.Text(deep.text(true)), new AiDelta.Finish(FinishReason.STOP));
                case CONTEXT -> List.of(new AiDelta.Text("Fine."), new AiDelta.Finish(FinishReason.STOP));
            };
        }

        private static List<AiDelta> calls(String arguments) {
            return List.of(
                    new AiDelta.ToolCallPart(0, "c1", "dig", arguments), new AiDelta.Finish(FinishReason.TOOL_CALLS));
        }
    }
}
