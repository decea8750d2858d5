package dev.plumbline.integration.redteam;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.Fold;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A model that obeys every instruction in what it reads, whoever wrote it: {@code DO tool {…}} is a call of that tool,
 * {@code SAY …} an answer, {@code FLOOD 300 tool} so many calls at once. It keeps everything that it was sent.
 */
final class ObedientProvider implements AiProvider {
    private static final Pattern ORDER = Pattern.compile("(?m)DO (\\S+) (\\{.*\\})$");
    private static final Pattern FLOOD = Pattern.compile("FLOOD (\\d+) (\\w+)");
    private static final Pattern SAY = Pattern.compile("(?m)SAY (.*)$");

    /** Everything that was sent to the model, call by call. */
    final List<String> read = new CopyOnWriteArrayList<>();

    private int calls;

    @Override
    public String id() {
        return "obedient";
    }

    @Override
    public String defaultModel() {
        return "one";
    }

    @Override
    public synchronized AiReturn call(AiCall call) {
        read.add(call.effective().stream().map(item -> item.toJson().text()).collect(Collectors.joining("\n")));
        List<AiDelta> answer = answer(newest(call.effective()));
        answer.forEach(call.sink());
        return Fold.of(answer);
    }

    private List<AiDelta> answer(String text) {
        List<AiDelta> answer = new ArrayList<>();
        Matcher order = ORDER.matcher(text);
        while (order.find()) {
            answer.add(part(answer.size(), order.group(1), order.group(2)));
        }
        Matcher flood = FLOOD.matcher(text);
        for (int i = 0; flood.find() && i < 1; i++) {
            for (int n = Integer.parseInt(flood.group(1)); n > 0; n--) {
                answer.add(part(answer.size(), flood.group(2), "{}"));
            }
        }
        if (!answer.isEmpty()) {
            answer.add(new AiDelta.Finish(FinishReason.TOOL_CALLS));
            return answer;
        }
        Matcher say = SAY.matcher(text);
        return List.of(new AiDelta.Text(say.find() ? say.group(1) : "Done."), new AiDelta.Finish(FinishReason.STOP));
    }

    private AiDelta part(int index, String tool, String arguments) {
        return new AiDelta.ToolCallPart(index, "c" + ++calls, tool, arguments);
    }

    /** Returns the text of everything behind the model's last words. */
    private static String newest(List<Interaction> conversation) {
        List<String> texts = new ArrayList<>();
        for (Interaction item : conversation) {
            if (item instanceof Interaction.Assistant || item instanceof Interaction.ToolCall) {
                texts.clear();
            } else if (item instanceof Interaction.User user) {
                texts.add(user.text());
            } else if (item instanceof Interaction.ToolResult result) {
                leaves(result.envelope().toJson(), texts);
            } else if (item instanceof Interaction.Context context) {
                context.values().values().forEach(value -> leaves(value, texts));
            }
        }
        return String.join("\n", texts);
    }

    private static void leaves(Json value, List<String> texts) {
        switch (value.kind()) {
            case STRING -> texts.add(value.asText());
            case ARRAY -> value.elements().forEach(item -> leaves(item, texts));
            case OBJECT -> value.fields().values().forEach(item -> leaves(item, texts));
            default -> {}
        }
    }
}
