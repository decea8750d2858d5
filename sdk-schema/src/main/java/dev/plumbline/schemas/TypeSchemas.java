package dev.plumbline.schemas;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plumbline.json.Json;
import dev.plumbline.schema.SchemaGenerator.Member;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Supplier;

/** The schemas of types, each made once; the latest 1,000 are kept, without their classes. Thread-safe. */
final class TypeSchemas {
    private static final int MOST = 1_000;

    private final Cache<Object, Json> made =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    /** The schema of a type. */
    Json of(Type type) {
        return once(TypeKey.of(type), () -> TypeWriter.schema(type));
    }

    /** The schema of an object with these members. */
    Json of(List<Member> members) {
        List<MemberKey> key = members.stream().map(MemberKey::of).toList();
        return once(key, () -> TypeWriter.schema(members));
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
