package dev.plumbline.json.internal;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.plumbline.json.JsonException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.ser.std.StdSerializer;

/** Binds data classes of Kotlin by their primary constructor, and writes their components in its order. */
final class KotlinBinding {
    private KotlinBinding() {}

    /** Finds data classes among the types that are read. */
    static final class Reading extends Deserializers.Base {
        @Override
        public @Nullable ValueDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
            List<KotlinComponent> components = KotlinTypes.componentsOf(type.getRawClass());
            return components.isEmpty() ? null : new DataReading(type, components);
        }

        @Override
        public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
            return !KotlinTypes.componentsOf(type).isEmpty();
        }
    }

    /** Finds data classes among the types that are written. */
    static final class Writing extends Serializers.Base {
        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier bean,
                JsonFormat.@Nullable Value format) {
            List<KotlinComponent> components = KotlinTypes.componentsOf(type.getRawClass());
            return components.isEmpty() ? null : new DataWriting(type, components);
        }
    }

    private static final class DataReading extends StdDeserializer<Object> {
        private final List<KotlinComponent> components;

        DataReading(JavaType type, List<KotlinComponent> components) {
            super(type);
            this.components = components;
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                return context.handleUnexpectedToken(getValueType(context), parser);
            }
            List<@Nullable Object> values = new ArrayList<>(Collections.nCopies(components.size(), null));
            List<Boolean> given = new ArrayList<>(Collections.nCopies(components.size(), false));
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                int index = indexOf(name);
                parser.nextToken();
                if (index < 0) {
                    context.handleUnknownProperty(parser, this, handledType(), name);
                } else {
                    values.set(index, value(components.get(index), parser, context));
                    given.set(index, true);
                }
            }
            requireAll(given);
            return created(values, given);
        }

        /** Creates the object; Kotlin passes on the exception of a constructor inside a checked one that it does not declare. */
        private Object created(List<@Nullable Object> values, List<Boolean> given) {
            try {
                return KotlinTypes.create(handledType(), values, given);
            } catch (Exception e) {
                if (e instanceof InvocationTargetException) {
                    throw DatabindErrors.refused(handledType(), e.getCause());
                }
                throw e;
            }
        }

        /** Returns the names of the components, which the message about an unknown member lists. */
        @Override
        public Collection<Object> getKnownPropertyNames() {
            return components.stream().<Object>map(KotlinComponent::name).toList();
        }

        private int indexOf(String name) {
            return components.stream().map(KotlinComponent::name).toList().indexOf(name);
        }

        private @Nullable Object value(KotlinComponent component, JsonParser parser, DeserializationContext context) {
            try {
                JavaType type = context.getTypeFactory().constructType(component.type());
                if (parser.currentToken() == JsonToken.VALUE_NULL) {
                    return nullOf(component);
                }
                return context.findRootValueDeserializer(type).deserialize(parser, context);
            } catch (DatabindException e) {
                throw e.prependPath(new JacksonException.Reference(handledType(), component.name()));
            }
        }

        private @Nullable Object nullOf(KotlinComponent component) {
            if (!component.nullable()) {
                throw fault(component, "is null, and its type allows none");
            }
            return null;
        }

        private void requireAll(List<Boolean> given) {
            for (int i = 0; i < components.size(); i++) {
                if (!given.get(i) && !components.get(i).optional()) {
                    throw fault(components.get(i), "is missing");
                }
            }
        }

        private JsonException fault(KotlinComponent component, String what) {
            return new JsonException(
                    "",
                    "the component " + component.name() + " of " + handledType().getSimpleName() + " " + what);
        }
    }

    private static final class DataWriting extends StdSerializer<Object> {
        private final List<KotlinComponent> components;

        DataWriting(JavaType type, List<KotlinComponent> components) {
            super(type);
            this.components = components;
        }

        @Override
        public void serialize(Object value, JsonGenerator to, SerializationContext context) {
            to.writeStartObject();
            for (int i = 0; i < components.size(); i++) {
                Object component = component(value, i + 1);
                if (component != null) {
                    to.writeName(components.get(i).name());
                    context.writeValue(to, component);
                }
            }
            to.writeEndObject();
        }

        /** Calls {@code component1}, {@code component2} and so on, which every data class has. */
        private static @Nullable Object component(Object value, int number) {
            String name = "component" + number;
            try {
                Method method = Arrays.stream(value.getClass().getDeclaredMethods())
                        .filter(each -> each.getName().equals(name) && each.getParameterCount() == 0)
                        .findFirst()
                        .orElseThrow(() -> new JsonException("", "a component of a data class is private"));
                method.setAccessible(true);
                return method.invoke(value);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new JsonException("", "a component of a data class cannot be read");
            }
        }
    }
}
