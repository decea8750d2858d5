package dev.plumbline.schema;

import dev.plumbline.json.Json;
import java.lang.reflect.Type;
import java.util.List;

/** Makes JSON Schemas from Java types. Thread-safe; the schema of a type is made once. */
public interface SchemaGenerator {

    /**
     * The schema of a record, enum, scalar, list, map or {@code TypeRef.type()}: members in declared order, all required
     * but {@code Optional} ones, nothing beyond them allowed.
     *
     * @throws IllegalArgumentException names the component it cannot describe
     */
    Json schemaOf(Type type);

    /**
     * The schema of an object with these members: the parameters of a tool method.
     *
     * @throws IllegalArgumentException names the member it cannot describe
     */
    Json schemaOf(List<Member> members);

    /**
     * One member of an object.
     *
     * @param name its name
     * @param type its type
     * @param description for the model; empty for none
     * @param required whether it must be there
     */
    record Member(String name, Type type, String description, boolean required) {}
}
