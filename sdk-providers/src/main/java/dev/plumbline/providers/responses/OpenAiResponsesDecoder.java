package dev.plumbline.providers.responses;

import dev.plumbline.event.FinishReason;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.AnswerEnd;
import dev.plumbline.providers.format.ContentFilterResults;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.InputTransformations;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.PartText;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the OpenAI responses format, from events or a whole body, into an {@link AnswerAssembler}; {@code
 * docs/providers.md} is its specification. One thread.
 */
public final class OpenAiResponsesDecoder implements AnswerDecoder.Reader {
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private final AnswerEnd end;
    /** The first index of items that were sent only with the whole response. */
    private static final long AFTER_STREAMED = 1L << 40;

    private final Items items;
    private final ContentFilterResults filters = new ContentFilterResults();
    private final InputTransformations transformations = new InputTransformations();

    public OpenAiResponsesDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.end = answer.endsBy(AnswerEnd.Rule.OWN);
        this.items = new Items(answer, end);
    }

    @Override
    public void read(String name, byte[] data, int length, int number) {
        OpenAiResponsesEvent event = documents.read(data, length, number, OpenAiResponsesEvent::read);
        if (event.type.isEmpty()) {
            event.type = name;
        }
        if (event.type.equals("error") && event.error.isEmpty()) {
            event.error = Optional.of(ErrorBodyReader.bare(data, length));
        }
        take(event);
    }

    @Override
    public void readWhole(byte[] json, int length) {
        OpenAiResponsesEvent event = documents.read(json, length, JsonDocumentStream.BODY, OpenAiResponsesEvent::read);
        if (event.error.isEmpty() && event.output.isEmpty()) {
            throw DecodingErrors.protocol("no-output", "the body is JSON but holds neither output nor an error");
        }
        end(event);
        head(event);
    }

    private void take(OpenAiResponsesEvent event) {
        switch (event.type) {
            case "response.output_text.delta" -> items.text(event.outputIndex, event.delta);
            case "response.refusal.delta" -> items.refusal(event.outputIndex, event.delta);
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
                items.reasoning(event.outputIndex, event.summaryIndex, event.delta);
            case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta" ->
                items.arguments(event.outputIndex, event.arguments);
            case "response.output_item.added" -> event.item.ifPresent(item -> items.begin(event.outputIndex, item));
            case "response.output_item.done" -> event.item.ifPresent(item -> items.end(event.outputIndex, item));
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" -> end(event);
            default -> {}
        }
        head(event);
    }

    /** Reads the members of the response; after the content, because an error is retryable only without content. */
    private void head(OpenAiResponsesEvent event) {
        if (!event.model.isEmpty()) {
            answer.model(event.model);
        }
        event.usage.ifPresent(answer::usage);
        transformations.remark(event.transformations, answer);
        for (Json filter : event.filters) {
            boolean prompt = Items.text(filter, "source_type").equals("prompt");
            filters.report(answer, prompt ? "prompt" : "answer", filter.get("content_filter_results"));
        }
        event.error.ifPresent(said -> end.fail(answer.afterContent(ProviderErrorMapper.of(said))));
    }

    /**
     * Handles the end. Only the status completed and a length limit give an answer; for any other status the content so
     * far is kept with the error.
     */
    private void end(OpenAiResponsesEvent event) {
        whole(event.output.orElse(List.of()));
        items.release(Long.MAX_VALUE);
        if (event.error.isPresent()) {
            return;
        }
        finish(event)
                .ifPresentOrElse(
                        answer::finish,
                        () -> end.fail(answer.afterContent(ProviderErrorMapper.ofStatus(status(event)))));
        end.ended();
        end.over();
    }

    /** Adds the items of the response that were not streamed. */
    private void whole(List<Json> output) {
        boolean streamed = !items.isEmpty();
        boolean more = streamed && output.stream().filter(Items::isCall).count() > items.calls;
        for (int i = 0; i < output.size(); i++) {
            long unended = items.findUnended(i, output.get(i));
            if (unended >= 0) {
                items.end(unended, output.get(i));
            } else if (!streamed || (more && items.isUnseenCall(output.get(i)))) {
                items.begin(streamed ? AFTER_STREAMED + i : i, output.get(i));
                items.end(streamed ? AFTER_STREAMED + i : i, output.get(i));
            }
        }
    }

    private Optional<FinishReason> finish(OpenAiResponsesEvent event) {
        return switch (status(event)) {
            case "completed" -> Optional.of(items.hasCalls() ? FinishReason.TOOL_CALLS : FinishReason.STOP);
            case "incomplete" -> limit(event.incompleteReason);
            default -> Optional.empty();
        };
    }

    private static Optional<FinishReason> limit(String reason) {
        return switch (reason) {
            case "max_output_tokens" -> Optional.of(FinishReason.LENGTH);
            case "content_filter" -> Optional.of(FinishReason.CONTENT_FILTER);
            default -> Optional.empty();
        };
    }

    /**
     * Returns the status of the response or of its event, whichever is not {@code completed}; a missing status means
     * completed.
     */
    private static String status(OpenAiResponsesEvent event) {
        String status = event.type.substring(event.type.lastIndexOf('.') + 1);
        boolean worse = event.type.startsWith("response.") && !status.equals("completed");
        if (worse) {
            return status;
        }
        return event.status.isEmpty() ? "completed" : event.status;
    }

    /**
     * The output items of one OpenAI response while they arrive, distinguished by their {@code output_index}, because
     * the ids of an item may change between events. Messages and tool calls are passed to the answer as they arrive, or
     * at their end if they were not streamed; reasoning, and items of tools that OpenAI runs, are passed as a whole at
     * their end, in the form in which they are sent back. One thread.
     */
    private static final class Items {
        private static final Set<String> OF_MESSAGE = Set.of("type", "id", "status", "role", "content");
        private static final Set<String> OF_CALL =
                Set.of("type", "id", "status", "call_id", "name", "arguments", "input");

        /** A call of a tool whose input is text, which goes back as it came. */
        private static final String CUSTOM = "custom_tool_call";

        private final AnswerAssembler answer;
        private final AnswerEnd end;
        private final Map<Long, Item> items = new TreeMap<>();

        /** What goes back and came before an item of a lower index had ended. */
        private final TreeMap<Long, Json> early = new TreeMap<>();

        private final Set<String> callIds = new HashSet<>();
        private int calls;

        /** The index of the message that the latest text belongs to. */
        private long speaker = -1;

        Items(AnswerAssembler answer, AnswerEnd end) {
            this.answer = answer;
            this.end = end;
        }

        boolean isEmpty() {
            return items.isEmpty();
        }

        boolean hasCalls() {
            return calls > 0;
        }

        static boolean isCall(Json item) {
            String type = text(item, "type");
            return type.equals("function_call") || type.equals(CUSTOM);
        }

        /** Returns whether the item is a tool call without earlier events. */
        boolean isUnseenCall(Json item) {
            return isCall(item) && !callIds.contains(text(item, "call_id"));
        }

        void text(long index, String piece) {
            item(index).said.append(piece);
            answer.text(apart(index, piece));
        }

        void refusal(long index, String piece) {
            item(index).refused.append(piece);
            answer.refusal(apart(index, piece));
        }

        /** Returns the text, after a paragraph break if another message of the same answer begins, which is another part. */
        private String apart(long index, String piece) {
            if (piece.isEmpty() || index == speaker) {
                return piece;
            }
            release(index);
            boolean first = speaker < 0;
            speaker = index;
            if (first) {
                return piece;
            }
            answer.boundary();
            return PartText.PARAGRAPH + piece;
        }

        /** Adds reasoning; the paragraphs of a summary are numbered. */
        void reasoning(long index, long paragraph, String piece) {
            Item item = item(index);
            answer.reasoning(paragraph > item.paragraph ? PartText.PARAGRAPH + piece : piece);
            item.paragraph = Math.max(item.paragraph, paragraph);
            item.streamed |= !piece.isEmpty();
        }

        void arguments(long index, String piece) {
            item(index).streamed |= !piece.isEmpty();
            answer.call(new ToolCallAssembler.Piece(index, "", "", piece));
        }

        void begin(long index, Json item) {
            Item begun = item(index);
            switch (text(item, "type")) {
                case "function_call", CUSTOM -> {
                    release(index);
                    calls += begun.id == null ? 1 : 0;
                    begun.id = text(item, "call_id");
                    end.open(index);
                    callIds.add(begun.id);
                    answer.call(new ToolCallAssembler.Piece(index, text(item, "call_id"), text(item, "name"), ""));
                }
                default -> {}
            }
        }

        void end(long index, Json item) {
            item(index).ended = true;
            end.close(index);
            switch (text(item, "type")) {
                case "message" -> {
                    message(index, item);
                    answer.members(ProviderMembers.unknown(item, OF_MESSAGE));
                }
                case "function_call", CUSTOM -> {
                    if (!item(index).streamed) {
                        begin(index, item);
                        end.close(index);
                    }
                    callEnd(index, item);
                }
                case "reasoning" -> {
                    if (!item(index).streamed) {
                        summary(index, item);
                    }
                    early.put(index, item);
                }
                case "image_generation_call" -> {
                    String image = text(item, "result");
                    boolean unused = answer.image(imageType(image), image);
                    early.put(index, item); // sent back, so that the image can be changed by asking
                }
                default -> early.put(index, item);
            }
            inOrder();
        }

        /** Adds what goes back, in the order of the items; what came before an earlier item has ended waits. */
        private void inOrder() {
            long open = items.entrySet().stream()
                    .filter(known -> !known.getValue().ended)
                    .mapToLong(Map.Entry::getKey)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
            release(open);
        }

        /** Adds what waits of the items before that index, whose own content comes now. */
        void release(long index) {
            while (!early.isEmpty() && early.firstKey() < index) {
                answer.opaque(early.pollFirstEntry().getValue());
            }
        }

        /** Returns the type of an image by its first bytes in base64; PNG is what the service makes by default. */
        private static String imageType(String base64) {
            return base64.startsWith("/9j/") ? "image/jpeg" : base64.startsWith("UklGR") ? "image/webp" : "image/png";
        }

        /** Adds what the pieces of a message did not have. */
        private void message(long index, Json item) {
            StringBuilder words = new StringBuilder();
            StringBuilder refused = new StringBuilder();
            for (Json part : JsonMembers.elements(item, "content")) {
                words.append(text(part, "text"));
                refused.append(text(part, "refusal"));
            }
            text(index, unsaid(words.toString(), item(index).said));
            refusal(index, unsaid(refused.toString(), item(index).refused));
        }

        private static String unsaid(String whole, StringBuilder said) {
            return whole.startsWith(said.toString()) ? whole.substring(said.length()) : "";
        }

        /** Adds what the pieces of a call did not have: its arguments, if they were cut or did not come, and members. */
        private void callEnd(long index, Json item) {
            String arguments = JsonDocumentStream.arguments(item.get("arguments"))
                    + JsonDocumentStream.arguments(item.get("input"));
            Json unknown = ProviderMembers.unknown(item, OF_CALL);
            Json members = text(item, "type").equals(CUSTOM)
                    ? unknown.with("type", CUSTOM).with("input", item.get("input"))
                    : unknown;
            answer.call(new ToolCallAssembler.Piece(
                    index, "", "", arguments, ProviderMembers.isVoid(members) ? null : members, true));
        }

        /** Returns the index of a streamed item that has not ended and is this one of the whole response; else -1. */
        long findUnended(long position, Json item) {
            if (isCall(item)) {
                for (Map.Entry<Long, Item> known : items.entrySet()) {
                    if (!known.getValue().ended && text(item, "call_id").equals(known.getValue().id)) {
                        return known.getKey();
                    }
                }
                return -1;
            }
            Item known = items.get(position);
            return known != null && !known.ended && known.id == null ? position : -1;
        }

        private void summary(long index, Json item) {
            List<Json> said = JsonMembers.elements(item, "summary");
            List<Json> parts = said.isEmpty() ? JsonMembers.elements(item, "content") : said;
            for (int i = 0; i < parts.size(); i++) {
                reasoning(index, i, text(parts.get(i), "text"));
            }
        }

        private Item item(long index) {
            return items.computeIfAbsent(index, i -> new Item());
        }

        private static String text(Json item, String member) {
            return item.get(member).findText().orElse("");
        }

        /** The state of an item. */
        private static final class Item {
            /** The id of a call. */
            private @Nullable String id;

            private final StringBuilder said = new StringBuilder(0);
            private final StringBuilder refused = new StringBuilder(0);
            private boolean ended;
            private boolean streamed;
            private long paragraph;
        }
    }
}
