package dev.plumbline.schemas;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plumbline.json.Json;
import dev.plumbline.schema.SchemaGenerator.Member;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The schemas of types, each made once; the latest 1,000 are kept, without their classes. Thread-safe. */
final class TypeSchemas {
    private static final int MOST = 1_000;

    private final Cache<Object, Json> made =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    /** The schema of a type. */
    Json of(Type type) {
        return once(TypeKey.of(type), () -> scalar(type).orElseGet(() -> TypeWriter.schema(type)));
    }

    /** The schema of an object with these members. */
    Json of(List<Member> members) {
        List<MemberKey> key = members.stream().map(MemberKey::of).toList();
        return once(key, () -> scalars(members).orElseGet(() -> TypeWriter.schema(members)));
    }

    /**
     * What {@link TypeWriter} would write when every member is one value, which is what most tools take: its library has a thousand
     * classes, and a program that needs none of them starts without them.
     */
    private static Optional<Json> scalars(List<Member> members) {
        Map<Member, Json> written = new LinkedHashMap<>();
        for (Member member : members) {
            value(member.type()).ifPresent(schema -> written.put(member, schema));
        }
        return written.size() == members.size() ? Optional.of(object(written)) : Optional.empty();
    }

    private static Optional<Json> scalar(Type type) {
        return value(type).filter(schema -> !(type instanceof Class<?> plain && Scalars.optional(plain)));
    }

    private static Optional<Json> value(Type type) {
        return type instanceof Class<?> plain ? Scalars.schema(plain) : Optional.empty();
    }

    /** An object of members whose schemas are written. */
    static Json object(Map<Member, Json> members) {
        Map<String, Json> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        members.forEach((member, schema) -> {
            properties.put(member.name(), described(schema, member));
            if (member.required()) {
                required.add(member.name());
            }
        });
        Json object = Json.object().with("type", "object").with("properties", properties);
        return (required.isEmpty() ? object : object.with("required", required)).with("additionalProperties", false);
    }

    private static Json described(Json schema, Member member) {
        return member.description().isEmpty() ? schema : schema.with("description", member.description());
    }

    private Json once(Object key, Supplier<Json> make) {
        return made.get(key, absent -> make.get());
    }

    /** A member without its classes. */
    private record MemberKey(String name, TypeKey type, String description, boolean required) {

        static MemberKey of(Member member) {
            return new MemberKey(member.name(), TypeKey.of(member.type()), member.description(), member.required());
        }
    }
}
