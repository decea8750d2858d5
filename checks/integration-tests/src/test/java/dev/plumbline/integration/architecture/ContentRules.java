package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rule for parts of contents: redaction has to know the whole of which a part is sent. */
final class ContentRules {
    private static final Pattern CUT =
            EnvironmentRules.words("java.lang.(String|StringBuilder|CharSequence).(substring|subSequence|split|lines)");

    /** Who cuts texts where tools run, each with the reason; everybody else uses {@code MarkedText}. */
    static final Map<String, String> CUTTERS = Map.of(
            "sandbox.internal.PageRequest", "the steps of a pointer, which is no content",
            "sandbox.internal.ToolCallHttp", "the value of a header",
            "sandbox.internal.TextPageReader", "a window of a stored text, which becomes a part by Marks.part",
            "tools.MemberNames", "the path of a finding, which is no content",
            "tools.DecidingArguments", "the words of the names of parameters",
            "tools.TrustedText", "what it cuts is compared, and nothing of it leaves",
            "tools.CallSentence", "the words of the names of tools and parameters",
            "tools.ArgumentRows", "rows of a question, which is for the person and does not leave");

    private ContentRules() {}

    /** In the packages of tools and of the sandbox, a text is cut by one class, which takes along what was found in it. */
    static ArchRule cuts(String root) {
        return EnvironmentRules.touches(
                "cut content only with the values that were found in it",
                CUT,
                type -> !type.getPackageName().startsWith(root + ".tools")
                                && !type.getPackageName().startsWith(root + ".sandbox")
                        || CUTTERS.containsKey(EnvironmentRules.below(root, type)));
    }

    /** Returns where a class cuts a text. */
    static Stream<String> cuts(JavaClass type) {
        return EnvironmentRules.touched(type, CUT);
    }
}
