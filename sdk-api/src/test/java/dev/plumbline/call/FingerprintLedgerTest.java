package dev.plumbline.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every field of a body and of a call has a row in docs/fingerprint.md, and the row is true. */
class FingerprintLedgerTest {
    private static final Pattern ROW =
            Pattern.compile("\\| ([A-Z]\\w+\\.\\w+) \\| (IN|OUT|NORMALISED) \\| (IN|OUT|NORMALISED) \\| \\S.* \\|");

    private static Map<String, String> ledger() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("../docs/fingerprint.md"))) {
            return lines.map(ROW::matcher)
                    .filter(Matcher::matches)
                    .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
        }
    }

    private static Set<String> fields() {
        Stream<Class<?>> records = Stream.of(
                        Interaction.class.getPermittedSubclasses(), Part.class.getPermittedSubclasses())
                .flatMap(Arrays::stream);
        Stream<String> ofRecords = Stream.concat(records, Stream.of(ToolDefinition.class, ToolEnvelope.Failure.class))
                .flatMap(type -> Arrays.stream(type.getRecordComponents()).map(c -> name(type, c)));
        Stream<String> ofValues = Stream.of(AiBody.class, ToolEnvelope.class, AiCall.class, ModelOptions.class)
                .flatMap(type -> Arrays.stream(implementation(type).getDeclaredFields())
                        .filter(isAttribute(type))
                        .map(field -> type.getSimpleName() + "." + field.getName()));
        return Stream.concat(ofRecords, ofValues).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(Class<?> type, RecordComponent component) {
        return type.getSimpleName() + "." + component.getName();
    }

    private static Class<?> implementation(Class<?> type) {
        return type.isInterface() ? type.getPermittedSubclasses()[0] : type;
    }

    /** Values hold their attributes in fields of the same name; the others are for lazy values. */
    private static Predicate<Field> isAttribute(Class<?> type) {
        List<String> methods = Arrays.stream(type.getDeclaredMethods())
                .map(method -> method.getName())
                .toList();
        return field -> !Modifier.isStatic(field.getModifiers())
                && Modifier.isFinal(field.getModifiers())
                && methods.contains(field.getName());
    }

    @Test
    void everyField_hasARowAndEveryRowAField() throws IOException {
        assertThat(fields()).hasSizeGreaterThan(60);
        assertThat(ledger().keySet()).containsExactlyInAnyOrderElementsOf(fields());
    }

    @Test
    @Tag("SH110")
    @Tag("F103")
    @DisplayName("103 what the ledger calls OUT changes no fingerprint, what it calls IN changes it")
    void everyRow_isTrue() throws IOException {
        Map<String, String> ledger = ledger();
        Map<String, Boolean> changes = FingerprintMutations.changes();
        assertThat(changes.keySet()).containsAll(ledger.keySet());
        ledger.forEach(
                (field, verdict) -> assertThat(changes.get(field)).as(field).isEqualTo(verdict.equals("IN")));
    }
}
