package dev.plumbline.testkit.cassette;

import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.testkit.internal.DeltaText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Applies the filter of a policy to a whole answer, and to the texts in what only its provider reads. */
record AnswerMask(ResponsePolicy policy) {

    List<AiDelta> of(List<AiDelta> stream, AiCall call) {
        List<AiDelta> masked = new ArrayList<>();
        List<AiDelta> attempt = new ArrayList<>();
        for (AiDelta delta : stream) {
            if (delta instanceof AiDelta.Reset) {
                masked.addAll(filtered(attempt, call)); // a filter sees one attempt
                masked.add(delta);
                attempt.clear();
            } else {
                attempt.add(data(delta, call));
            }
        }
        masked.addAll(filtered(attempt, call));
        return masked;
    }

    private List<AiDelta> filtered(List<AiDelta> attempt, AiCall call) {
        List<AiDelta> out = new ArrayList<>();
        ResponsePolicy.DeltaFilter filter = policy.onDeltas(call);
        attempt.forEach(delta -> filter.accept(delta, out::add));
        filter.finish(out::add);
        return out;
    }

    private AiDelta data(AiDelta delta, AiCall call) {
        return delta instanceof AiDelta.Whole whole && whole.part() instanceof Part.Opaque opaque
                ? new AiDelta.Whole(new Part.Opaque(
                        opaque.provider(), leaves(opaque.data(), call), opaque.prefix(), opaque.writer()))
                : delta;
    }

    private Json leaves(Json value, AiCall call) {
        return switch (value.kind()) {
            case STRING -> Json.of(text(value.asText(), call));
            case ARRAY ->
                Json.of(value.elements().stream()
                        .map(element -> leaves(element, call))
                        .toList());
            case OBJECT -> {
                Map<String, Json> members = new LinkedHashMap<>();
                value.fields().forEach((name, member) -> members.put(name, leaves(member, call)));
                yield Json.of(members);
            }
            default -> value;
        };
    }

    private String text(String text, AiCall call) {
        StringBuilder masked = new StringBuilder();
        filtered(List.of(new AiDelta.Text(text)), call).forEach(delta -> masked.append(DeltaText.of(delta)));
        return masked.toString();
    }
}
