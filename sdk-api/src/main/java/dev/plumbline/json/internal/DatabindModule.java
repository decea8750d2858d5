package dev.plumbline.json.internal;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Year;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.ser.std.ToStringSerializer;
import tools.jackson.databind.type.ArrayType;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/** Extends data binding: {@link Json} inside other types, whole numbers of any size, no null elements. */
final class DatabindModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    DatabindModule() {
        super("plumbline");
        addSerializer(new JsonWriting());
        addSerializer(Path.class, ToStringSerializer.instance); // as Json.of, and not as an address
        addDeserializer(Json.class, new JsonReading());
        addDeserializer(BigInteger.class, new WholeReading<>(BigInteger.class, number -> number));
        addDeserializer(Year.class, new WholeReading<>(Year.class, number -> Year.of(number.intValueExact())));
        setDeserializerModifier(new StrictReading());
        setSerializerModifier(new Ordering());
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.addDeserializers(new KotlinBinding.Reading());
        context.addSerializers(new KotlinBinding.Writing());
    }

    private static final class JsonWriting extends StdSerializer<Json> {

        JsonWriting() {
            super(Json.class);
        }

        @Override
        public void serialize(Json value, JsonGenerator to, SerializationContext context) {
            to.writeRawValue(value.text());
        }
    }

    private static final class JsonReading extends StdDeserializer<Json> {

        JsonReading() {
            super(Json.class);
        }

        @Override
        public Json deserialize(JsonParser parser, DeserializationContext context) {
            JsonSource unseen = new JsonSource(new byte[0], 0, 0);
            return JsonAccess.json(new JsonReader(unseen, parser).value(parser.currentToken()), JsonLocation.ROOT);
        }

        @Override
        public Json getNullValue(DeserializationContext context) {
            return Json.of(null);
        }

        @Override
        @SuppressWarnings("NullAway") // databind's word for a component that is missing
        public Object getAbsentValue(DeserializationContext context) {
            return null;
        }
    }

    /** Reads what is written as a whole number. */
    private static final class WholeReading<T> extends StdDeserializer<T> {
        private final transient Function<BigInteger, T> made;

        WholeReading(Class<T> type, Function<BigInteger, T> made) {
            super(type);
            this.made = made;
        }

        @Override
        @SuppressWarnings("unchecked") // databind returns an object of the type that it is asked for
        public T deserialize(JsonParser parser, DeserializationContext context) {
            if (!parser.currentToken().isNumeric()) {
                return (T) context.handleUnexpectedToken(getValueType(context), parser);
            }
            try {
                return made.apply(parser.getDecimalValue().toBigIntegerExact());
            } catch (ArithmeticException | DateTimeException misfit) {
                throw new JsonException(
                        "", "expected a whole number" + (handledType() == Year.class ? " that is a year" : ""));
            }
        }
    }

    /** Writes sets, and maps without an order, in one order. */
    private static final class Ordering extends ValueSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public ValueSerializer<?> modifyCollectionSerializer(
                SerializationConfig config,
                CollectionType type,
                BeanDescription.Supplier bean,
                ValueSerializer<?> found) {
            return new Ordered(found);
        }

        @Override
        public ValueSerializer<?> modifyMapSerializer(
                SerializationConfig config, MapType type, BeanDescription.Supplier bean, ValueSerializer<?> found) {
            return new Ordered(found);
        }
    }

    private static final class Ordered extends ValueSerializer<Object> {
        private final ValueSerializer<Object> found;

        @SuppressWarnings("unchecked") // it is asked for values of its own type alone
        Ordered(ValueSerializer<?> found) {
            this.found = (ValueSerializer<Object>) found;
        }

        @Override
        public void resolve(SerializationContext context) {
            found.resolve(context);
        }

        @Override
        public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty property) {
            return new Ordered(found.createContextual(context, property));
        }

        @Override
        public boolean isEmpty(SerializationContext context, Object value) {
            return found.isEmpty(context, value);
        }

        @Override
        public void serialize(Object value, JsonGenerator to, SerializationContext context) {
            found.serialize(inOrder(value), to, context);
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator to, SerializationContext context, TypeSerializer type) {
            found.serializeWithType(inOrder(value), to, context, type);
        }

        private static Object inOrder(Object value) {
            if (value instanceof Set<?> set && Unordered.is(set)) {
                return Unordered.sorted(set);
            }
            return value instanceof Map<?, ?> map && Unordered.is(map) ? Unordered.sorted(map) : value;
        }
    }

    private static final class StrictReading extends ValueDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier bean, ValueDeserializer<?> found) {
            return TextReading.of(bean.getBeanClass(), found);
        }

        @Override
        public ValueDeserializer<?> modifyArrayDeserializer(
                DeserializationConfig config,
                ArrayType type,
                BeanDescription.Supplier bean,
                ValueDeserializer<?> found) {
            return new NullRefusing(found);
        }

        @Override
        public ValueDeserializer<?> modifyCollectionDeserializer(
                DeserializationConfig config,
                CollectionType type,
                BeanDescription.Supplier bean,
                ValueDeserializer<?> found) {
            return new NullRefusing(found);
        }

        @Override
        public ValueDeserializer<?> modifyMapDeserializer(
                DeserializationConfig config, MapType type, BeanDescription.Supplier bean, ValueDeserializer<?> found) {
            return new NullRefusing(found);
        }
    }

    private static final class NullRefusing extends DelegatingDeserializer {

        NullRefusing(ValueDeserializer<?> found) {
            super(found);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> found) {
            return new NullRefusing(found);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            // Data binding would read characters and numbers from a text, too, and bytes from a list.
            if ((parser.currentToken() == JsonToken.VALUE_STRING) != (handledType() == byte[].class)) {
                return context.handleUnexpectedToken(context.constructType(handledType()), parser);
            }
            Object container = super.deserialize(parser, context);
            if (holdsNull(container)) {
                throw new JsonException("", "an element or member is null, and its type allows none");
            }
            return container;
        }

        private static boolean holdsNull(Object container) {
            if (container instanceof Object[] array) {
                return holdsNull(Arrays.asList(array));
            }
            return container instanceof Map<?, ?> map
                    ? holdsNull(map.values())
                    : container instanceof Collection<?> items && items.stream().anyMatch(item -> item == null);
        }
    }
}
