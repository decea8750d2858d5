package dev.plumbline.providers.anthropic;

import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.JsonNameCache;
import dev.plumbline.providers.format.AnswerAssembler;
import dev.plumbline.providers.format.AnswerDecoder;
import dev.plumbline.providers.format.AnswerEnd;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.format.InputTransformations;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.format.ProviderErrorMapper;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ToolCallAssembler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decodes the Anthropic messages format, from events or a whole body, into an {@link AnswerAssembler}; {@code
 * docs/providers.md} is its specification. One thread.
 */
public final class AnthropicDecoder implements AnswerDecoder.Reader {
    private final AnswerAssembler answer;
    private final JsonDocumentStream documents;
    private final AnswerEnd end;
    private final AnthropicEvent.Tokens usage = new AnthropicEvent.Tokens();
    private final Map<Long, Block> blocks = new HashMap<>();
    private Optional<String> message = Optional.empty();
    private final InputTransformations transformations = new InputTransformations();

    public AnthropicDecoder(AnswerAssembler answer, JsonNameCache names) {
        this.answer = answer;
        this.documents = new JsonDocumentStream(names);
        this.end = answer.endsBy(AnswerEnd.Rule.OWN);
    }

    @Override
    public void read(String name, byte[] data, int length, int number) {
        AnthropicEvent event = documents.read(data, length, number, AnthropicEvent::read);
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
        AnthropicEvent event = documents.read(json, length, JsonDocumentStream.BODY, AnthropicEvent::read);
        if (event.error.isEmpty() && event.content.isEmpty()) {
            throw DecodingErrors.protocol("no-content", "the body is JSON but holds neither content nor an error");
        }
        whole(event.content.orElse(List.of()));
        take(event);
    }

    private void whole(List<Json> content) {
        for (int i = 0; i < content.size(); i++) {
            start(i, content.get(i));
            stop(i);
        }
    }

    private void take(AnthropicEvent event) {
        switch (event.type) {
            case "message_start" -> begin(event.id);
            case "content_block_start" -> event.block.ifPresent(block -> start(event.index, block));
            case "content_block_delta" -> add(event.index, event.delta);
            case "content_block_stop" -> stop(event.index);
            case "message_stop" -> {
                end.ended();
                end.over();
            }
            default -> {}
        }
        if (!event.model.isEmpty()) {
            answer.model(event.model);
        }
        if (!event.stopReason.isEmpty()) {
            refused(event.stopDetails);
            stop(event.stopReason);
        }
        if (event.usage.isSaid()) {
            usage.take(event.usage);
            answer.usage(usage.toUsage());
        }
        transformations.remark(event.transformations, answer);
        event.error.ifPresent(said -> end.fail(answer.afterContent(ProviderErrorMapper.of(said))));
    }

    /**
     * Handles the start of a message. Some gateways send the start twice; another message within this one is an error
     * of a gateway that retried.
     */
    private void begin(String id) {
        if (message.isPresent() && (!message.get().equals(id) || !blocks.isEmpty())) {
            throw DecodingErrors.protocol("spliced", "a second message begins within the first; what arrived is kept");
        }
        message = Optional.of(id);
    }

    private void start(long index, Json block) {
        blocks.put(index, Block.begin(answer, index, block));
        end.open(index);
    }

    private void add(long index, AnthropicEvent.Delta delta) {
        blocks.computeIfAbsent(index, i -> Block.unannounced(answer, i)).add(delta);
    }

    private void stop(long index) {
        Optional.ofNullable(blocks.get(index)).ifPresent(Block::end);
        end.close(index);
    }

    /** Adds the reason of a refusal: the service writes it for people, and no client of the model needs it back. */
    private void refused(Json details) {
        details.get("category").findText().ifPresent(kind -> answer.remark("the service refused this as " + kind));
        details.get("explanation").findText().ifPresent(answer::refusal);
    }

    private void stop(String word) {
        Optional<AiError> failed = ProviderErrorMapper.ofFinish(word).map(answer::afterContent);
        if (failed.isPresent()) {
            end.failUnlessSaid(failed.get());
        } else {
            answer.finish(finish(word));
        }
    }

    private boolean hasCalls() {
        return blocks.values().stream().anyMatch(Block::isCall);
    }

    private FinishReason finish(String word) {
        return switch (word) {
            case "end_turn", "stop_sequence" -> FinishReason.STOP;
            case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
            case "tool_use" -> hasCalls() ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            case "refusal" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        };
    }

    /**
     * One content block of an Anthropic message while it arrives. Text, thinking and tool calls are passed to the
     * answer as they arrive. Data for the provider only (signed and redacted thinking, its own tools, compaction) is
     * passed as a whole at the block's end, in the form in which it is sent back. One thread.
     */
    public static final class Block {
        /**
         * The name of the tool that older models are forced to call to return structured output; its call is treated as
         * text.
         */
        public static final String ANSWER_TOOL = "plumbline_answer";

        private static final Set<String> OF_TEXT = Set.of("type", "text");
        private static final Set<String> OF_CALL = Set.of("type", "id", "name", "input");
        private static final String CITATIONS = "citations";
        private static final String CALL = "tool_use";
        private static final String ANSWER = "answer";
        private static final Json NO_INPUT = Json.object();

        private final AnswerAssembler answer;
        private final long index;
        private final String type;
        private final StringBuilder words = new StringBuilder();
        private final StringBuilder signature = new StringBuilder();
        private final StringBuilder input = new StringBuilder();
        private Json block;

        private Block(AnswerAssembler answer, long index, Json block) {
            this.answer = answer;
            this.index = index;
            this.block = block;
            boolean shaped = text("type").equals(CALL) && text("name").equals(ANSWER_TOOL);
            this.type = shaped ? ANSWER : text("type");
        }

        /** Creates a block from its {@code content_block}. */
        static Block begin(AnswerAssembler answer, long index, Json block) {
            Block begun = new Block(answer, index, block);
            switch (begun.type) {
                case "text" -> begun.beginText();
                case "thinking" -> begun.think(begun.text("thinking"));
                case CALL -> answer.call(new ToolCallAssembler.Piece(index, begun.text("id"), begun.text("name"), ""));
                default -> {}
            }
            begun.signature.append(begun.text("signature"));
            return begun;
        }

        /** Creates a block whose start was not sent: its text is shown, and no other form of it is stored. */
        static Block unannounced(AnswerAssembler answer, long index) {
            return new Block(answer, index, Json.object().with("type", "text"));
        }

        void add(AnthropicEvent.Delta delta) {
            switch (delta.type) {
                case "text_delta" -> answer.text(delta.words);
                case "thinking_delta" -> think(delta.words);
                case "signature_delta" -> signature.append(delta.words);
                case "input_json_delta" -> input(delta.words);
                case "citations_delta" -> cite(delta.others.get("citation"));
                default -> delta.others.fields().forEach((name, value) -> block = block.with(name, value));
            }
        }

        /**
         * Begins a text block. A block with citations is announced by an empty list of them and becomes a part of its
         * own.
         */
        private void beginText() {
            if (block.fields().size() > OF_TEXT.size()) {
                answer.boundary();
            }
            answer.text(text("text"));
        }

        private void cite(Json citation) {
            List<Json> all = new ArrayList<>(JsonMembers.elements(block, CITATIONS));
            if (citation.exists()) {
                all.add(citation);
            }
            block = block.with(CITATIONS, Json.of(all));
        }

        private void think(String piece) {
            words.append(piece);
            answer.reasoning(piece);
        }

        private void input(String piece) {
            input.append(piece);
            switch (type) {
                case CALL -> answer.call(new ToolCallAssembler.Piece(index, "", "", piece));
                case ANSWER -> answer.text(piece);
                default -> {}
            }
        }

        void end() {
            switch (type) {
                case "text" -> answer.members(ProviderMembers.unknown(block, OF_TEXT));
                case CALL -> endCall();
                case ANSWER -> endAnswer();
                case "thinking" -> endThinking();
                default -> answer.opaque(input.isEmpty() ? block : block.with("input", parsed()));
            }
        }

        private void endCall() {
            Json members = ProviderMembers.unknown(block, OF_CALL);
            answer.call(new ToolCallAssembler.Piece(
                    index, "", "", unstreamed(), ProviderMembers.isVoid(members) ? null : members));
        }

        private void endAnswer() {
            answer.text(unstreamed());
        }

        /** Returns arguments that came as a whole at the start of the block; they are kept in any form. */
        private String unstreamed() {
            return input.isEmpty() && !NO_INPUT.equals(block.get("input"))
                    ? JsonDocumentStream.arguments(block.get("input"))
                    : "";
        }

        boolean isCall() {
            return type.equals(CALL);
        }

        /** Ends a thinking block. The service does not accept thinking without a signature. */
        private void endThinking() {
            if (!signature.isEmpty()) {
                answer.opaque(block.with("thinking", words.toString()).with("signature", signature.toString()));
            }
        }

        private Json parsed() {
            try {
                return Json.parse(input.toString());
            } catch (JsonException e) {
                return Json.object();
            }
        }

        private String text(String member) {
            return block.get(member).findText().orElse("");
        }
    }
}
