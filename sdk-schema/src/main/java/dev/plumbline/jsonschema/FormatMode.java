package dev.plumbline.jsonschema;

/** What {@code format} means to a service. */
public enum FormatMode {
    /** A value must have the format; the choice of {@link JsonSchemas#service()}, as models get dates wrong. */
    CHECKED,
    /** A format only describes, as JSON Schema 2020-12 has it; draft 7 checks it none the less. */
    DESCRIBED
}
