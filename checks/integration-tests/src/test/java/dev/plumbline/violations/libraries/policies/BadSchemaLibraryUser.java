package dev.plumbline.violations.libraries.policies;

import com.networknt.schema.Schema;

/** Schemas outside their module. */
final class BadSchemaLibraryUser {
    Class<?> library() {
        return Schema.class;
    }
}
