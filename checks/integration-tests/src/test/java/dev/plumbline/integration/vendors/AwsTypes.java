package dev.plumbline.integration.vendors;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.document.Document;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.utils.builder.Buildable;

/** Reads JSON into the types of AWS's Java client, by the fields that they declare. */
final class AwsTypes {
    private AwsTypes() {}

    /** Fills a builder; fails if the type has no member of a name, or one of another kind. */
    static void fill(SdkPojo builder, Json json) {
        json.fields().forEach((name, value) -> {
            Optional<SdkField<?>> field = builder.sdkFields().stream()
                    .filter(known -> known.locationName().equals(name))
                    .findFirst();
            SdkField<?> known = field.orElseThrow(
                    () -> new AssertionError(builder.getClass().getSimpleName() + " has no member " + name));
            known.set(builder, value(known, value));
        });
    }

    private static Object value(SdkField<?> field, Json json) {
        MarshallingType<?> type = field.marshallingType();
        if (type == MarshallingType.STRING) {
            return json.asText();
        } else if (type == MarshallingType.INTEGER) {
            return json.asInt();
        } else if (type == MarshallingType.FLOAT) {
            return (float) json.asDouble();
        } else if (type == MarshallingType.BOOLEAN) {
            return json.asBoolean();
        } else if (type == MarshallingType.SDK_BYTES) {
            return SdkBytes.fromByteArray(Base64.getDecoder().decode(json.asText()));
        } else if (type == MarshallingType.DOCUMENT) {
            return document(json);
        } else if (type == MarshallingType.LIST) {
            SdkField<?> member = field.getTrait(ListTrait.class).memberFieldInfo();
            return json.elements().stream()
                    .map(element -> value(member, element))
                    .toList();
        } else if (type == MarshallingType.MAP) {
            SdkField<?> member = field.getTrait(MapTrait.class).valueFieldInfo();
            Map<String, Object> all = new LinkedHashMap<>();
            json.fields().forEach((name, element) -> all.put(name, value(member, element)));
            return all;
        } else if (type == MarshallingType.SDK_POJO) {
            SdkPojo builder = field.constructor().get();
            fill(builder, json);
            return ((Buildable) builder).build();
        }
        throw new AssertionError("a member " + field.locationName() + " of the kind " + type.getTargetClass());
    }

    private static Document document(Json json) {
        return switch (json.kind()) {
            case OBJECT -> {
                Map<String, Document> all = new LinkedHashMap<>();
                json.fields().forEach((name, value) -> all.put(name, document(value)));
                yield Document.fromMap(all);
            }
            case ARRAY -> {
                List<Document> all = new ArrayList<>();
                json.elements().forEach(element -> all.add(document(element)));
                yield Document.fromList(all);
            }
            case STRING -> Document.fromString(json.asText());
            case NUMBER -> Document.fromNumber(json.text());
            case BOOLEAN -> Document.fromBoolean(json.asBoolean());
            default -> Document.fromNull();
        };
    }

    /** The value of a document as JSON. */
    static Json json(Document document) {
        if (document.isMap()) {
            Json all = Json.object();
            for (Map.Entry<String, Document> member : document.asMap().entrySet()) {
                all = all.with(member.getKey(), json(member.getValue()));
            }
            return all;
        } else if (document.isList()) {
            return Json.of(document.asList().stream().map(AwsTypes::json).toList());
        } else if (document.isString()) {
            return Json.of(document.asString());
        } else if (document.isBoolean()) {
            return Json.of(document.asBoolean());
        }
        return Json.parse(document.isNull() ? "null" : document.asNumber().stringValue());
    }
}
