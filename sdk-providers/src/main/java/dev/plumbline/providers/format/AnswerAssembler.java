package dev.plumbline.providers.format;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assembles one answer from its pieces: passes every delta to the sink and the fold, and joins characters that were cut
 * in two. Usage and finish reason are reported once, at the end, because only their last values count. One thread.
 */
public final class AnswerAssembler {
    private static final int LONGEST_NAME = 100;

    private final String provider;
    private final Supplier<String> writer;
    private final DeltaSink sink;
    private final Fold fold = Fold.create();
    private final SurrogateJoiner text = new SurrogateJoiner();
    private final SurrogateJoiner reasoning = new SurrogateJoiner();
    private final SurrogateJoiner refusal = new SurrogateJoiner();
    private final TextPieces textPieces = new TextPieces();
    private final TextPieces reasoningPieces = new TextPieces();
    private final ToolCallAssembler calls = new ToolCallAssembler(new ArrayList<>());
    private final Details details = new Details();

    private @Nullable Usage usage;
    private @Nullable Json members;
    private FinishReason finish = FinishReason.NONE;
    private String model = "";
    private AnswerEnd end = new AnswerEnd(AnswerEnd.Rule.OWN);

    /** Creates the assembler of an answer of that provider; that writer is asked for opaque data alone. */
    public AnswerAssembler(String provider, Supplier<String> writer, DeltaSink sink) {
        this.provider = provider;
        this.writer = writer;
        this.sink = sink;
    }

    /** Returns the state of its end. */
    AnswerEnd end() {
        return end;
    }

    /** Sets what ends the answer, and returns the state of its end. */
    public AnswerEnd endsBy(AnswerEnd.Rule rule) {
        end = new AnswerEnd(rule);
        return end;
    }

    public void reasoning(String words) {
        String whole = words.isEmpty() ? "" : reasoning.pass(words);
        if (!whole.isEmpty()) {
            push(new AiDelta.Reasoning(whole));
        }
    }

    /** Adds a piece of opaque data; it is kept until other content follows, so that it does not split the reasoning. */
    public void detail(Json piece) {
        details.add(piece);
    }

    /** Adds opaque data at this position. */
    public void opaque(Json data) {
        flushHalves();
        push(data);
    }

    /** Adds a part that arrived as a whole, for example an image. */
    public void whole(Part part) {
        flushHalves();
        push(new AiDelta.Whole(part));
    }

    /**
     * Adds an image in base64; returns whether it is one.
     *
     * @param mediaType of an image; nothing is added for another one
     */
    public boolean image(String mediaType, String base64) {
        if (!mediaType.matches("image/[a-z0-9.+-]{1,40}") || base64.isEmpty()) {
            return false;
        }
        try {
            whole(new Part.Image(Blob.of(Base64.getDecoder().decode(base64), mediaType)));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public void text(String words) {
        String whole = words.isEmpty() ? "" : text.pass(words);
        if (!whole.isEmpty()) {
            flushDetails();
            push(new AiDelta.Text(whole));
        }
    }

    /** Adds a piece of text of a service that may send its pieces cumulatively. */
    public void textPiece(String words) {
        if (!words.isEmpty()) {
            reasoning(reasoningPieces.rest());
            text(textPieces.pass(words));
        }
    }

    /** Adds such a piece of reasoning. */
    public void reasoningPiece(String words) {
        reasoning(reasoningPieces.pass(words));
    }

    /**
     * Adds what a message with all of the text so far has beyond its pieces.
     *
     * @param pieces whether the service also sends pieces; otherwise a text that does not begin with all before is one
     */
    public void wholeText(String whole, boolean pieces) {
        if (!whole.isEmpty()) {
            text(unsaid(whole, Part.Text.class, pieces));
        }
    }

    /** Adds what a message with all of the reasoning so far has beyond its pieces. */
    public void wholeReasoning(String whole, boolean pieces) {
        if (!whole.isEmpty()) {
            reasoning(unsaid(whole, Part.Reasoning.class, pieces));
        }
    }

    private String unsaid(String whole, Class<? extends Part> kind, boolean pieces) {
        flushPieces();
        StringBuilder all = new StringBuilder();
        for (Interaction item : fold.interactions()) {
            if (item instanceof Interaction.Assistant assistant) {
                assistant.parts().stream()
                        .filter(kind::isInstance)
                        .map(PartText::words)
                        .forEach(all::append);
            }
        }
        String said = all.toString();
        return whole.startsWith(said) ? whole.substring(said.length()) : pieces ? "" : whole;
    }

    public void refusal(String words) {
        String whole = words.isEmpty() ? "" : refusal.pass(words);
        if (!whole.isEmpty()) {
            flushPieces();
            flushDetails();
            push(new AiDelta.Refusal(whole));
        }
    }

    public void call(ToolCallAssembler.Piece piece) {
        flushPieces();
        flushDetails();
        int number = calls.find(piece);
        if (number == calls.size()) {
            flushMembers();
        }
        push(calls.take(number, piece));
    }

    /** Adds members of the preceding text that only the provider understands. */
    public void members(Json members) {
        if (!ProviderMembers.isVoid(members)) {
            opaque(ProviderMembers.data(ProviderMembers.Kind.MESSAGE, members));
        }
    }

    /** Adds members of the last characters of the preceding text, which are a part or a block of their own. */
    public void members(Json members, int characters) {
        if (!ProviderMembers.isVoid(members)) {
            opaque(ProviderMembers.ofEnd(characters, members));
        }
    }

    /** Sets such members of the whole message; a later value replaces an earlier one, and null changes nothing. */
    public void messageMembers(@Nullable Json last) {
        members = last == null ? members : last;
    }

    /** Ends the current part; further text is another part. */
    public void boundary() {
        flushHalves();
        push(new AiDelta.Boundary());
    }

    /** Adds a note for the trace; never content. */
    public void remark(String note) {
        sink.remark(note);
    }

    public void usage(Usage last) {
        usage = last;
    }

    public void finish(FinishReason word) {
        flushPieces();
        finish = word;
        end.reason(word == FinishReason.LENGTH || word == FinishReason.CONTENT_FILTER);
    }

    public void model(String name) {
        model = name;
    }

    public boolean hasModel() {
        return !model.isEmpty();
    }

    private boolean hasContent() {
        return !fold.isEmpty();
    }

    public boolean isFinished() {
        return finish != FinishReason.NONE;
    }

    /** Returns the error for an empty answer with an unknown finish reason, which may be incomplete. */
    private Optional<AiError> unknownEnd() {
        return finish == FinishReason.OTHER && !hasContent()
                ? Optional.of(ProviderErrorMapper.unknownFinish())
                : Optional.empty();
    }

    /**
     * Returns why the answer is not complete; null if it is.
     *
     * @param broken what interrupted it; null if nothing did
     */
    public @Nullable AiError verdict(@Nullable AiError broken) {
        return end.verdict(broken, unknownEnd());
    }

    /**
     * Ends the answer and returns the builder of the return.
     *
     * @param error the {@link #verdict}
     * @param asked the requested model, for answers that do not name theirs
     */
    public AiReturn.Builder end(@Nullable AiError error, ModelId asked) {
        if (error == null) {
            end.missing().ifPresent(this::remark);
        }
        AiReturn.Builder ret = content(error == null).model(model(asked));
        return error == null ? ret : ret.error(error);
    }

    /** Returns the return of a call of which nothing has arrived. */
    public static AiReturn failed(AiCall call, AiError error) {
        return AiReturn.builder()
                .error(error)
                .model(call.model())
                .ids(call.ids())
                .build();
    }

    /** Adds the pending data and returns the builder of the content. */
    private AiReturn.Builder content(boolean complete) {
        flushDetails();
        flushHalves();
        if (textPieces.isCumulative() || reasoningPieces.isCumulative()) {
            remark("the service sends its text cumulatively; it counts once");
        }
        for (AiDelta rest : calls.rest(this::remark)) {
            push(rest);
        }
        flushMembers();
        if (members != null) {
            members(members);
        }
        if (usage != null || complete) {
            report(new AiDelta.UsageReport(usage != null ? usage : Usage.of(0, 0)));
        }
        if (isFinished()) {
            report(new AiDelta.Finish(finish));
        }
        return fold.toReturn().toBuilder();
    }

    /** Returns the model that answered, if the answer names it in a valid form; otherwise the requested one. */
    private ModelId model(ModelId asked) {
        if (model.equals(asked.name()) && provider.equals(asked.provider())) {
            return asked;
        }
        return isName(model) ? new ModelId(provider, model) : asked;
    }

    private static boolean isName(String text) {
        boolean name = !text.isEmpty() && text.length() <= LONGEST_NAME;
        for (int i = 0; name && i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            name = plain || "_./:@+-".indexOf(c) >= 0;
        }
        return name;
    }

    /** Returns a copy of the error that is retryable only if no content had arrived. */
    public AiError afterContent(AiError error) {
        return hasContent() ? error.withRetryable(false) : error;
    }

    private void flushDetails() {
        Json data = details.take();
        if (data != null) {
            push(data);
        }
    }

    private void flushMembers() {
        if (calls.hasMembers()) {
            calls.takeMembers().forEach(this::push);
        }
    }

    private void push(Json data) {
        push(new AiDelta.Whole(new Part.Opaque(provider, data).withWriter(writer.get())));
    }

    private void flushPieces() {
        reasoning(reasoningPieces.rest());
        text(textPieces.rest());
    }

    private void flushHalves() {
        flushPieces();
        reasoning(reasoning.rest());
        text(text.rest());
        refusal(refusal.rest());
    }

    /** Passes content on; the members of a call stand right behind it, before other content. */
    private void push(AiDelta delta) {
        if (!(delta instanceof AiDelta.ToolCallPart call)) {
            flushMembers();
            end.content();
        } else if (!isEmpty(call)) {
            end.content();
        }
        report(delta);
    }

    private static boolean isEmpty(AiDelta.ToolCallPart call) {
        return call.id().isEmpty() && call.name().isEmpty() && call.arguments().isEmpty();
    }

    private void report(AiDelta delta) {
        fold.accept(delta);
        sink.accept(delta);
    }

    /**
     * The {@code reasoning_details} of one answer while they arrive: opaque data that is sent back to the provider.
     * Pieces of one detail (same type, index and id) are joined, so that long reasoning is sent back as one detail and
     * not in fragments. Not thread-safe.
     */
    public static final class Details {
        private final List<Detail> details = new ArrayList<>(0);

        /** Adds a detail or a piece of one; a value that is not an object is ignored. */
        void add(Json piece) {
            if (piece.kind() != Json.Kind.OBJECT) {
                return;
            }
            if (details.isEmpty() || !details.get(details.size() - 1).goesOnWith(piece)) {
                details.add(new Detail(piece));
            }
            details.get(details.size() - 1).add(piece);
        }

        /** Returns the details since the last call as one array; null if there are none. */
        @Nullable
        Json take() {
            if (details.isEmpty()) {
                return null;
            }
            Json all = Json.of(details.stream().map(Detail::toJson).toList());
            details.clear();
            return all;
        }

        /** Returns the text of one piece, for answers without plain reasoning. */
        public static String words(Json piece) {
            return piece.get("text")
                    .findText()
                    .filter(text -> !text.isEmpty())
                    .or(() -> piece.get("summary").findText())
                    .orElse("");
        }

        private static final class Detail {
            private final Json first;
            private final Map<String, Json> members = new LinkedHashMap<>();
            private final Map<String, StringBuilder> words = new LinkedHashMap<>();

            Detail(Json first) {
                this.first = first;
            }

            boolean goesOnWith(Json piece) {
                return same(piece, "type") && same(piece, "index") && same(piece, "id");
            }

            private boolean same(Json piece, String member) {
                return Objects.equals(first.get(member), piece.get(member));
            }

            void add(Json piece) {
                piece.fields().forEach((name, value) -> {
                    if (value.kind() != Json.Kind.NULL || !members.containsKey(name)) {
                        members.put(name, value);
                    }
                    if (name.equals("text") || name.equals("summary")) {
                        words.computeIfAbsent(name, n -> new StringBuilder())
                                .append(value.findText().orElse(""));
                    }
                });
            }

            Json toJson() {
                words.forEach((name, text) -> members.put(name, Json.of(text.toString())));
                return Json.of(members);
            }
        }
    }
}
