package dev.plumbline.integration.redteam;

import dev.plumbline.json.Json;
import dev.plumbline.policies.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures the guard against injections with BIPIA, of which the folder {@code benchmark} is the first argument: {@code
 * train} is the half that its words were chosen with, {@code test} the half that was kept back.
 */
final class InjectionMeasurement {
    private InjectionMeasurement() {}

    /** Prints the figures of both halves. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        for (String half : List.of("train", "test")) {
            Json kinds = Json.parse(Files.readString(folder.resolve("text_attack_" + half + ".json")));
            List<String> attacks = kinds.fields().values().stream()
                    .flatMap(kind -> kind.elements().stream())
                    .map(Json::asText)
                    .toList();
            System.out.println(half + ": " + found(attacks.stream()) + " of " + attacks.size() + " injections found");
            for (String kind : List.of("email", "table", "code")) {
                List<String> lines = Files.readAllLines(folder.resolve(kind).resolve(half + ".jsonl"));
                long alarms =
                        found(lines.stream().filter(line -> !line.isBlank()).map(InjectionMeasurement::context));
                System.out.println(half + ": " + alarms + " false alarms in " + lines.size() + " of " + kind);
            }
        }
    }

    private static String context(String line) {
        Json context = Json.parse(line).get("context");
        return context.kind() == Json.Kind.STRING
                ? context.asText()
                : String.join(
                        "\n", context.elements().stream().map(Json::asText).toList());
    }

    private static long found(Stream<String> texts) {
        return texts.filter(text -> !Policies.withoutInstructions(text).equals(text))
                .count();
    }
}
