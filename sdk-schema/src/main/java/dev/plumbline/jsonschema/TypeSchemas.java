package dev.plumbline.jsonschema;

import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService.Member;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Generates the schemas of types and caches the 1,000 last used ones, without their classes. Thread-safe. */
final class TypeSchemas {
    private static final int MOST = 1_000;

    private final LruCache<Object, Json> made = new LruCache<>(MOST);

    /** Returns the schema of a type. */
    Json of(Type type) {
        return made.get(TypeKey.of(type), 1, () -> scalar(type).orElseGet(() -> TypeSchemaWriter.schema(type)));
    }

    /** Returns the schema of an object with these members. */
    Json of(List<Member> members) {
        List<MemberKey> key = new ArrayList<>(members.size());
        for (Member member : members) {
            key.add(MemberKey.of(member));
        }
        return made.get(key, 1, () -> scalars(members).orElseGet(() -> written(members)));
    }

    /**
     * Returns the schema that {@link TypeSchemaWriter} would write if every member is one value, as in most tools. Its
     * library has a thousand classes, which most programs then need not load.
     */
    private static Optional<Json> scalars(List<Member> members) {
        List<Json> schemas = new ArrayList<>(members.size());
        for (Member member : members) {
            Optional<Json> schema = value(member.type());
            if (schema.isEmpty()) {
                return Optional.empty();
            }
            schemas.add(schema.get());
        }
        return Optional.of(object(members, schemas));
    }

    private static Optional<Json> scalar(Type type) {
        return value(type).filter(schema -> !(type instanceof Class<?> plain && ScalarSchemas.optional(plain)));
    }

    private static Optional<Json> value(Type type) {
        return type instanceof Class<?> plain ? ScalarSchemas.schema(plain) : Optional.empty();
    }

    /** Returns the schema that the library writes for an object with these members. */
    static Json written(List<Member> members) {
        TypeSchemaWriter.Written written = TypeSchemaWriter.schemas(members);
        Json object = object(members, written.schemas());
        return written.definitions().fields().isEmpty() ? object : object.with("$defs", written.definitions());
    }

    /** Returns the object schema of members with these schemas, in the same order. */
    private static Json object(List<Member> members, List<Json> schemas) {
        Map<String, Json> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            properties.put(member.name(), described(schemas.get(i), member));
            if (member.required() && !required.contains(member.name())) {
                required.add(member.name());
            }
        }
        Json object = Json.object().with("type", "object").with("properties", properties);
        return (required.isEmpty() ? object : object.with("required", required)).with("additionalProperties", false);
    }

    private static Json described(Json schema, Member member) {
        return member.description().isEmpty() ? schema : schema.with("description", member.description());
    }

    /** A member without its classes. */
    private record MemberKey(String name, TypeKey type, String description, boolean required) {

        static MemberKey of(Member member) {
            return new MemberKey(member.name(), TypeKey.of(member.type()), member.description(), member.required());
        }

        /** Compares by hand, as {@link TypeKey}. */
        @Override
        public boolean equals(Object other) {
            return other instanceof MemberKey key
                    && name.equals(key.name)
                    && type.equals(key.type)
                    && description.equals(key.description)
                    && required == key.required;
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + type.hashCode();
        }
    }
}
