package dev.plumbline.jsonschema;

import dev.plumbline.call.AiCall;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import dev.plumbline.schema.Validator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the text of a path; see {@link JsonSchemas#filePath}. */
final class FilePathValidator implements Validator<String> {
    private static final Pattern SEPARATOR = Pattern.compile("[/\\\\]");
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cntrl}:*?\"<>|]|[. ]$");
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);
    private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul", "conin$", "conout$", "clock$");
    private static final Pattern PORT = Pattern.compile("(com|lpt)[0-9\u00b9\u00b2\u00b3]");

    @Override
    public ValidationResult validate(String path, AiCall call) {
        String code = code(path);
        return code.isEmpty()
                ? ValidationResult.OK
                : new ValidationResult(List.of(new Finding(Severity.ERROR, "", code)));
    }

    private static String code(String path) {
        if (path.isBlank()) {
            return "path-empty";
        }
        if (path.startsWith("/")
                || path.startsWith("\\")
                || path.startsWith("~")
                || DRIVE.matcher(path).matches()) {
            return "path-absolute";
        }
        List<String> segments = SEPARATOR.splitAsStream(path).toList();
        if (segments.contains("..")) {
            return "path-outside";
        }
        return segments.stream().allMatch(FilePathValidator::safe) ? "" : "path-name";
    }

    private static boolean safe(String segment) {
        int dot = segment.indexOf('.');
        String stem = (dot < 0 ? segment : segment.substring(0, dot)).strip().toLowerCase(Locale.ROOT);
        boolean here = segment.equals(".");
        return here
                || !(UNSAFE.matcher(segment).find()
                        || DEVICES.contains(stem)
                        || PORT.matcher(stem).matches());
    }
}
