package dev.plumbline.schema.internal;

import java.util.Set;

/** The keywords of JSON Schema, in draft 7 and in 2020-12, by what their values are. */
public final class KeywordSets {
    /** Keywords whose value is an object of schemas. */
    private static final Set<String> BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    /** Keywords whose value is a schema or a list of schemas. */
    private static final Set<String> ONE_OR_LIST = Set.of(
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "items",
            "prefixItems",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "additionalProperties",
            "unevaluatedProperties",
            "propertyNames",
            "contentSchema");

    /** Keywords for readers of a schema, which restrict nothing. */
    private static final Set<String> SAYING = Set.of("title", "description", "default", "examples", "$comment");

    /** Keywords for programs, which restrict nothing. */
    private static final Set<String> FOR_PROGRAMS = Set.of(
            "$vocabulary",
            "deprecated",
            "readOnly",
            "writeOnly",
            "contentEncoding",
            "contentMediaType",
            "contentSchema");

    private static final Set<String> OTHERS = Set.of(
            "$schema",
            "$id",
            "$ref",
            "$anchor",
            "$dynamicRef",
            "$dynamicAnchor",
            "type",
            "enum",
            "const",
            "multipleOf",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "maxContains",
            "minContains",
            "maxProperties",
            "minProperties",
            "required",
            "dependentRequired",
            "format");

    private KeywordSets() {}

    /** Returns whether a draft defines the keyword. */
    public static boolean isKnown(String keyword) {
        return isByName(keyword)
                || isOneOrList(keyword)
                || isSaying(keyword)
                || isForPrograms(keyword)
                || OTHERS.contains(keyword);
    }

    /** Returns whether the value of a keyword is an object of schemas. */
    public static boolean isByName(String keyword) {
        return BY_NAME.contains(keyword);
    }

    /** Returns whether the value of a keyword is a schema or a list of schemas. */
    public static boolean isOneOrList(String keyword) {
        return ONE_OR_LIST.contains(keyword);
    }

    /** Returns whether a keyword is for readers of the schema and restricts nothing. */
    public static boolean isSaying(String keyword) {
        return SAYING.contains(keyword);
    }

    /** Returns whether a keyword is for programs and restricts nothing. */
    public static boolean isForPrograms(String keyword) {
        return FOR_PROGRAMS.contains(keyword);
    }
}
