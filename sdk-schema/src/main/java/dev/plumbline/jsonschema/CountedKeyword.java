package dev.plumbline.jsonschema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.FormatKeyword;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A keyword of the library that adds its work to the {@link ValidationWork} of the validation. The library's own limit
 * counts a keyword as one step, whatever it does: {@code unevaluatedProperties} reads all annotations of a location,
 * {@code uniqueItems} compares elements, {@code required} looks up each of its names.
 *
 * @param keyword the keyword of the library
 */
record CountedKeyword(Keyword keyword) implements Keyword {
    /** The library finds these by their classes; what they refer to is counted by its own keywords. */
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

    /** Returns a dialect whose keywords are counted. */
    static Dialect count(Dialect dialect) {
        List<CountedKeyword> counted = dialect.getKeywords().values().stream()
                .filter(keyword -> !REFERENCES.contains(keyword.getValue()) && !(keyword instanceof FormatKeyword))
                .map(CountedKeyword::new)
                .toList();
        return Dialect.builder(dialect)
                .keywords(counted)
                .formatKeywordFactory(CountedFormats::new)
                .build();
    }

    @Override
    public String getValue() {
        return keyword.getValue();
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation at, JsonNode value, Schema parent, SchemaContext context)
            throws Exception {
        KeywordValidator validator = keyword.newValidator(at, value, parent, context);
        return new Counted(validator, KeywordWork.of(keyword.getValue(), value, parent.getSchemaNode()));
    }

    /** The library does not allow another keyword for formats, only a subclass of its own. */
    private static final class CountedFormats extends FormatKeyword {
        CountedFormats(Map<String, Format> formats) {
            super(formats);
        }

        @Override
        public KeywordValidator newValidator(SchemaLocation at, JsonNode value, Schema parent, SchemaContext context) {
            KeywordValidator validator = super.newValidator(at, value, parent, context);
            return new Counted(validator, KeywordWork.of(getValue(), value, parent.getSchemaNode()));
        }
    }

    /** One validation, with its work. */
    static final class Context extends ExecutionContext {
        private final ValidationWork work;
        private int errors;

        Context(ValidationWork work) {
            this.work = work;
        }

        /** Adds the errors that came since the last call. Branches have lists of their own, which may be shorter. */
        private void addErrors() {
            int now = getErrors().size();
            work.add(Math.max(0, now - errors) * KeywordWork.ERROR);
            errors = now;
        }
    }

    private record Counted(KeywordValidator validator, KeywordWork work) implements KeywordValidator {

        @Override
        public void validate(ExecutionContext context, JsonNode value, JsonNode root, NodePath at) {
            Context counted = (Context) context;
            counted.work.add(work.at(context, value, at));
            validator.validate(context, value, root, at);
            counted.addErrors();
        }

        @Override
        public void walk(ExecutionContext context, JsonNode value, JsonNode root, NodePath at, boolean validates) {
            validator.walk(context, value, root, at, validates);
        }

        @Override
        public void preloadSchema() {
            validator.preloadSchema();
        }

        @Override
        public String getKeyword() {
            return validator.getKeyword();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return validator.getSchemaLocation();
        }
    }
}
