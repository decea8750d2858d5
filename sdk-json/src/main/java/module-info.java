/** JSON as an immutable value, its canonical form, and a reader and a writer of tokens. */
module dev.plumbline.json {
    requires static org.jspecify;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires static kotlin.reflect;
    requires static kotlin.stdlib;

    exports dev.plumbline.json;
}
