package dev.plumbline.testkit.faults;

import dev.plumbline.body.Blob;
import dev.plumbline.call.BudgetTracker;
import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.plugin.Hook;
import dev.plumbline.tool.ToolContext;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Which values the members of public values have that laws give to an implementation. What a member can be follows from its type, and
 * so does what the laws should vary: absent and present, none, one and several, each constant, each kind, and two values that differ.
 */
final class MembersSeen {
    private static final String ROOT = "dev.plumbline.";
    private static final String ABSENT = "absent";
    private static final String PRESENT = "present";
    private static final String EMPTY = "empty";
    private static final String ONE = "one";
    private static final String ANOTHER = "another";
    private static final String SEVERAL = "several";
    private static final String ZERO = "0";

    /** What acts and is not a value: to ask it may use something up. A conversation is compared as a whole. */
    private static final Set<Class<?>> SERVICES =
            Set.of(BudgetTracker.class, Cancellation.class, Blob.class, ConversationTree.class);

    /** What acts and has values. */
    private static final List<Class<?>> CONTEXTS = List.of(ToolContext.class, Hook.Context.class);

    private final Map<String, Set<String>> seen = new ConcurrentHashMap<>();

    /** A value of each record, which says what its members may be. */
    private final Map<Class<?>, Object> samples = new ConcurrentHashMap<>();

    /** Notes what can be seen of a value, and returns it. */
    <T> T see(T value) {
        visit(value);
        return value;
    }

    /** Returns an implementation of an interface that notes what it is given, also by what it returns. */
    <T> T watched(Class<T> contract, T right) {
        return contract.cast(Proxy.newProxyInstance(
                contract.getClassLoader(), new Class<?>[] {contract}, (proxy, method, given) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.invoke(right, given);
                    }
                    for (int i = 0; given != null && i < given.length; i++) {
                        member(place(contract, method, i), method.getGenericParameterTypes()[i], given[i]);
                    }
                    try {
                        return part(contract, method.invoke(right, given));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    static String place(Class<?> contract, Method method, int parameter) {
        return contract.getSimpleName() + "." + method.getName() + "("
                + method.getParameters()[parameter].getType().getSimpleName() + " " + parameter + ")";
    }

    /** Returns what a contract returns, watched if it is an interface of the contract. */
    private <T> Object part(Class<?> contract, T returned) {
        for (Class<?> nested : contract.getDeclaredClasses()) {
            if (nested.isInterface() && nested.isInstance(returned)) {
                return watchedPart(nested, returned);
            }
        }
        return returned;
    }

    private <T> T watchedPart(Class<T> nested, Object returned) {
        return watched(nested, nested.cast(returned));
    }

    private void visit(Object value) {
        Class<?> type = described(value.getClass());
        if (isValue(type)) {
            samples.putIfAbsent(type, value);
            members(type).forEach(method -> member(name(method), method.getGenericReturnType(), read(method, value)));
        }
    }

    /** Notes a value of a member, and the members of what it holds. */
    private void member(String name, Type type, Object value) {
        Set<String> kinds = seen.computeIfAbsent(name, any -> ConcurrentHashMap.newKeySet());
        if (value instanceof Optional<?> some) {
            kinds.add(some.isPresent() ? PRESENT : ABSENT);
            some.ifPresent(each -> member(name + "?", argument(type, 0), each));
        } else if (value instanceof OptionalInt || value instanceof OptionalLong || value instanceof OptionalDouble) {
            kinds.add(value.toString().endsWith(".empty") ? ABSENT : PRESENT);
        } else if (value instanceof Collection<?> all) {
            kinds.add(size(all.size()));
            all.forEach(this::visit);
        } else if (value instanceof Map<?, ?> all) {
            kinds.add(size(all.size()));
            all.values().forEach(this::visit);
        } else if (value instanceof Enum<?> || value instanceof Boolean) {
            kinds.add(value.toString());
        } else if (value != null) {
            plain(kinds, value);
            visit(value);
            if (type instanceof Class<?> declared && declared.isSealed()) {
                kinds.add(described(value.getClass()).getSimpleName());
            }
        }
    }

    private static void plain(Set<String> kinds, Object value) {
        if (value.equals("")) {
            kinds.add(EMPTY);
        } else if (value instanceof Number number && number.doubleValue() == 0) {
            kinds.add(ZERO);
        } else if (kinds.add("=" + value.hashCode())
                && kinds.stream().filter(each -> each.startsWith("=")).count() > 2) {
            kinds.remove("=" + value.hashCode()); // two are enough
        }
    }

    private static String size(int size) {
        return size == 0 ? EMPTY : size == 1 ? ONE : SEVERAL;
    }

    /** Returns what members of these types and of what they hold should have been and were not, a line for each. */
    Set<String> missing(Class<?>... roots) {
        Set<String> missing = new TreeSet<>();
        Set<Class<?>> done = new HashSet<>();
        for (Class<?> root : roots) {
            missing(root, done, missing);
        }
        return missing;
    }

    /** Returns the same of what the methods of contracts are given. */
    Set<String> missingOfContract(Class<?> contract) {
        Set<String> missing = new TreeSet<>();
        Set<Class<?>> done = new HashSet<>();
        Stream.concat(
                        Stream.of(contract),
                        Arrays.stream(contract.getDeclaredClasses()).filter(Class::isInterface))
                .forEach(each -> Arrays.stream(each.getMethods())
                        .filter(method -> !method.isDefault() && !Modifier.isStatic(method.getModifiers()))
                        .forEach(method -> {
                            for (int i = 0; i < method.getParameterCount(); i++) {
                                lacks(place(each, method, i), method.getGenericParameterTypes()[i], done, missing);
                            }
                        }));
        return missing;
    }

    private void missing(Class<?> type, Set<Class<?>> done, Set<String> missing) {
        if (!done.add(type)) {
            return;
        }
        if (type.isSealed() && !isValue(type)) {
            Arrays.stream(type.getPermittedSubclasses()).forEach(each -> missing(each, done, missing));
        }
        if (isValue(type)) {
            members(type).forEach(method -> lacks(name(method), method.getGenericReturnType(), done, missing));
        }
    }

    private void lacks(String name, Type type, Set<Class<?>> done, Set<String> missing) {
        Set<String> kinds = seen.getOrDefault(name, Set.of());
        Class<?> raw = raw(type);
        Set<String> expected = new TreeSet<>();
        if (raw == Optional.class) {
            expected.addAll(List.of(ABSENT, PRESENT));
            lacks(name + "?", argument(type, 0), done, missing);
        } else if (raw == OptionalInt.class || raw == OptionalLong.class || raw == OptionalDouble.class) {
            expected.addAll(List.of(ABSENT, PRESENT));
        } else if (Collection.class.isAssignableFrom(raw)) {
            expected.addAll(
                    mayBe(name, List.of()) || mayBe(name, Set.of())
                            ? List.of(EMPTY, ONE, SEVERAL)
                            : List.of(ONE, SEVERAL));
            missing(raw(argument(type, 0)), done, missing);
        } else if (Map.class.isAssignableFrom(raw)) {
            expected.addAll(List.of(EMPTY, ONE, SEVERAL));
            missing(raw(argument(type, 1)), done, missing);
        } else if (raw.isEnum()) {
            Arrays.stream(raw.getEnumConstants()).forEach(each -> expected.add(each.toString()));
        } else if (raw == boolean.class || raw == Boolean.class) {
            expected.addAll(List.of("true", "false"));
        } else if (raw.isSealed() && !isValue(raw)) {
            Arrays.stream(raw.getPermittedSubclasses()).forEach(each -> expected.add(each.getSimpleName()));
            missing(raw, done, missing);
        } else {
            expected.addAll(List.of(ONE, ANOTHER));
            if (raw == String.class && mayBe(name, "")) {
                expected.add(EMPTY);
            } else if (raw.isPrimitive() && (mayBe(name, 0) || mayBe(name, 0L))) {
                expected.add(ZERO);
            }
            missing(raw, done, missing);
        }
        long others = kinds.stream().filter(each -> each.startsWith("=")).count();
        expected.removeAll(kinds);
        expected.removeIf(each -> (each.equals(ONE) && others > 0) || (each.equals(ANOTHER) && others > 1));
        expected.forEach(each -> missing.add(name + ": " + each));
    }

    /** Returns whether a member can have that value: whether a copy of a record with it can be created. */
    private boolean mayBe(String member, Object candidate) {
        for (Object sample : samples.values()) {
            RecordComponent[] parts = sample.getClass().getRecordComponents();
            if (parts == null || !member.startsWith(sample.getClass().getSimpleName() + ".")) {
                continue;
            }
            try {
                Object[] values = new Object[parts.length];
                Class<?>[] types = new Class<?>[parts.length];
                for (int i = 0; i < parts.length; i++) {
                    boolean isIt = member.equals(name(parts[i].getAccessor()));
                    types[i] = parts[i].getType();
                    values[i] = isIt ? candidate : read(parts[i].getAccessor(), sample);
                }
                Object unused = sample.getClass().getDeclaredConstructor(types).newInstance(values);
                return true;
            } catch (ReflectiveOperationException | IllegalArgumentException refused) {
                return false;
            }
        }
        return true;
    }

    static Type argument(Type type, int number) {
        return type instanceof ParameterizedType of ? of.getActualTypeArguments()[number] : Object.class;
    }

    static Class<?> raw(Type type) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        if (type instanceof java.lang.reflect.WildcardType any) {
            return raw(any.getUpperBounds()[0]);
        }
        return type instanceof ParameterizedType of
                ? raw(of.getRawType())
                : type instanceof GenericArrayType ? Object[].class : Object.class;
    }

    /** Returns the public type that describes an implementation that is not public. */
    static Class<?> described(Class<?> type) {
        for (Class<?> context : CONTEXTS) {
            if (context.isAssignableFrom(type)) {
                return context;
            }
        }
        if (Modifier.isPublic(type.getModifiers()) || !type.getName().startsWith(ROOT)) {
            return type;
        }
        return Arrays.stream(type.getInterfaces())
                .filter(each -> each.getName().startsWith(ROOT))
                .findFirst()
                .orElse((Class) type);
    }

    /** Returns whether a type acts and has values. */
    static boolean isContext(Class<?> type) {
        return CONTEXTS.contains(type);
    }

    /** Returns whether a type is one of data: a record, a class that cannot be extended, or the interface of one that is hidden. */
    static boolean isValue(Class<?> type) {
        return type.getName().startsWith(ROOT)
                && Modifier.isPublic(type.getModifiers())
                && !SERVICES.contains(type)
                && !type.getName().startsWith(ROOT + "json.")
                && (type.isRecord()
                        || CONTEXTS.contains(type)
                        || (Modifier.isFinal(type.getModifiers()) && !type.isEnum())
                        || (type.isSealed()
                                && type.getPermittedSubclasses().length == 1
                                && !Modifier.isPublic(type.getPermittedSubclasses()[0].getModifiers())));
    }

    static List<Method> members(Class<?> type) {
        if (type.isRecord()) {
            return Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toList();
        }
        return Arrays.stream(type.getDeclaredMethods())
                .filter(each -> Modifier.isPublic(each.getModifiers())
                        && !Modifier.isStatic(each.getModifiers())
                        && !each.isSynthetic()
                        && each.getParameterCount() == 0
                        && each.getReturnType() != void.class
                        && each.getReturnType() != type
                        && !each.getName().matches("hashCode|toString|equals|to[A-Z].*|open|bounded|utf8Length")
                        && !(CONTEXTS.contains(type)
                                && each.getName()
                                        .matches("child|files|http|tempFolder|traceHeaders|state|cancellation")))
                .toList();
    }

    /** Returns the members that a value stores; what it computes of them follows. */
    static List<Method> stored(Class<?> type) {
        Class<?> implementation = type.isSealed() ? type.getPermittedSubclasses()[0] : type;
        return members(type).stream()
                .filter(member -> type.isRecord()
                        || isContext(type)
                        || Arrays.stream(implementation.getDeclaredFields())
                                .anyMatch(field -> field.getName().equals(member.getName())))
                .toList();
    }

    static String name(Method member) {
        return member.getDeclaringClass().getSimpleName() + "." + member.getName();
    }

    static Object read(Method member, Object value) {
        try {
            member.setAccessible(true);
            return member.invoke(value);
        } catch (InvocationTargetException thrown) {
            return null; // what has no value of that kind, such as the JSON of an answer of words
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
