package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Nothing stays behind in a static, and nothing travels by Java serialisation. */
final class StateRules {
    private static final String TABLE = "a private array of constants, read and never written";

    /** Statics that are no plain values, each with the reason why it may stand. */
    static final Map<String, String> ALLOWED = Map.ofEntries(
            entry("call.internal.CallAccess.access", "set once, by the class that it shows, when that is loaded"),
            entry("call.internal.CallRecorder.NONE", "without a clock it writes nothing down"),
            entry("json.internal.JsonAccess.access", "set once, by the class that it shows, when that is loaded"),
            entry(
                    "json.internal.JacksonDatabind.SHARED",
                    "Jackson's mapper of the JDK's types: immutable once built, without threads"),
            entry(
                    "json.internal.JacksonDatabind.FOREIGN_MAPPERS",
                    "one mapper for each class of a plugin, kept by that class, gone with it"),
            entry("testkit.internal.ShareOfProcessor.TURN", "one thread computes for all that wait, in tests alone"),
            entry("testkit.internal.ShareOfProcessor.COMPUTED", "what that thread has had"),
            entry("testkit.internal.ToolContexts.ROWS", TABLE),
            entry("tool.internal.ContentScans.NONE", "without a scanner it keeps nothing"),
            entry("json.internal.JsonBuffer.ESCAPES", TABLE),
            entry("json.internal.JsonScanner.TRUE", TABLE),
            entry("json.internal.JsonScanner.FALSE", TABLE),
            entry("json.internal.JsonScanner.NULL", TABLE),
            entry("json.internal.JsonScanner.STOPS", TABLE),
            entry("redaction.NumberRun.ALONE", TABLE),
            entry("redaction.SecretSigns$Distances.BY_BIT", TABLE),
            entry("redaction.SecretSigns$Distances.OF_NOUNS", TABLE),
            entry("redaction.SecretSigns$Distances.FOLLOWING", TABLE),
            entry("views.MarkdownReader.PARSER", "the parser of commonmark: immutable once built"),
            entry("views.TextBox.HEADINGS", TABLE),
            entry(
                    "json.internal.JsonSource$Parsers.FACTORY",
                    "Jackson's parser factory: immutable once built, symbol tables bounded"),
            entry("body.Transcript.EMPTY", "its store has no slot, so nothing can be kept in it"),
            entry("body.Transcript.NOTHING", "has no slot, so nothing can be kept in it"),
            entry("jsonschema.JacksonNodeConverter.NODES", "Jackson's own constant, immutable"),
            entry("redaction.PseudonymTable.EMPTY", "knows no value, and what knows one is a copy"),
            entry("redaction.RedactedTranscript.NOTHING", "has seen nothing, and what has is a copy"),
            entry("redaction.RedactedTranscript.KEY", "a name; its values are in the memory of a branch"),
            entry("redaction.RedactedTranscript.BY_TOOLS", "a name; its values are in the memory of a branch"),
            entry("redaction.RedactedTranscript.OF_CONVERSATION", "a name; its values are in the memory of a session"),
            entry("redaction.RedactedOffer.NOTHING", "offers nothing, and what does is a copy"),
            entry("redaction.RedactedOffer.KEY", "a name; its values are in the memory of a branch"),
            entry("providers.format.JsonDocumentStream.DONE", TABLE),
            entry("http.internal.SseReader.DATA", TABLE),
            entry("http.internal.SseReader.EVENT", TABLE),
            entry("http.internal.SseReader.ID", TABLE),
            entry("http.internal.SseReader.RETRY", TABLE),
            entry("testkit.laws.CallInput.SENT", "what calls can have, which laws read and never write"),
            entry("testkit.laws.ProviderLaws$Exchange.CHAT", "streams that laws read and never write"),
            entry("testkit.server.ScriptedServer.LOOPBACK", TABLE),
            entry("testkit.laws.CallInput.PASSED", "what calls can have, which laws read and never write"),
            entry("testkit.laws.TranscriptArbitraries.NAMES", TABLE),
            entry("testkit.laws.TranscriptArbitraries.SELECTORS", TABLE),
            entry("testkit.PolicyProbe.BODY", "asks always the same, in tests alone"));

    private static final Set<String> SERIAL_METHODS =
            Set.of("readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData");

    private StateRules() {}

    /** A static is final and cannot change. */
    static ArchRule statics(String root) {
        return ArchConditions.classes(
                "keep no state in statics",
                type -> type.getFields().stream()
                        .filter(StateRules::isWritten)
                        .filter(field -> !ALLOWED.containsKey(field.getFullName()))
                        .filter(field -> !isConstant(field))
                        .map(field -> field.getName() + " can change"));
    }

    private static Map.Entry<String, String> entry(String field, String reason) {
        return Map.entry(CompiledProject.ROOT + "." + field, reason);
    }

    private static boolean isWritten(JavaField field) {
        return field.getModifiers().contains(JavaModifier.STATIC)
                && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
    }

    static boolean isConstant(JavaField field) {
        return field.getModifiers().contains(JavaModifier.FINAL)
                && ImmutabilityCheck.isFrozen(ImmutabilityCheck.read(field.reflect(), null));
    }

    /** Thread locals outlive the class loader that set them. */
    static ArchRule threadLocals(String root) {
        return ArchConditions.classes(
                "use no thread local",
                type -> targets(type)
                        .filter(target -> target.isAssignableTo(ThreadLocal.class))
                        .map(target -> "uses " + target.getName())
                        .distinct());
    }

    /** Bytes of strangers never become objects. */
    static ArchRule serialisation(String root) {
        return ArchConditions.classes("use no Java serialisation", type -> Stream.concat(streams(type), forms(type)));
    }

    private static Stream<String> streams(JavaClass type) {
        return targets(type)
                .filter(t -> t.isAssignableTo(ObjectInputStream.class)
                        || t.isAssignableTo(ObjectOutputStream.class)
                        || t.isEquivalentTo(Externalizable.class))
                .map(t -> "uses " + t.getName())
                .distinct();
    }

    /**
     * Exceptions, enums and what extends a class of Jackson or Swing are serialisable by inheritance; nobody else is, and nobody
     * has a form of his own.
     */
    private static Stream<String> forms(JavaClass type) {
        boolean serialisable = type.isAssignableTo(Serializable.class)
                && !type.isAssignableTo(Throwable.class)
                && !type.isAssignableTo(Enum.class)
                && type.getAllRawSuperclasses().stream()
                        .noneMatch(c -> c.getName().startsWith("tools.jackson.")
                                || c.getName().startsWith("javax.swing."));
        Stream<String> methods = type.getMethods().stream()
                .filter(m -> SERIAL_METHODS.contains(m.getName()))
                .map(m -> "has " + m.getName());
        return Stream.concat(serialisable ? Stream.of("is serialisable") : Stream.of(), methods);
    }

    private static Stream<JavaClass> targets(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .map(d -> d.getTargetClass().getBaseComponentType());
    }
}
