package task.t19;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.TypeRef;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.runtime.Batch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

public final class PartBatch {
    private PartBatch() {}

    public record Part(String name, String material, int pieces) {}

    public static List<Part> readAll(AiProvider provider, List<String> descriptions, Path file) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .defaults(
                        SessionOptions.builder().output(TypeRef.of(Part.class)).build())
                .build()) {
            ai.batch(descriptions.stream().map(AiBody::of).toList()).writeTo(file);
            try (Stream<Batch.Answer> answers = Batch.read(file)) {
                return answers.filter(each -> each.ret().isOk())
                        .sorted(Comparator.comparingLong(Batch.Answer::line))
                        .map(each -> each.ret().as(Part.class))
                        .toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
