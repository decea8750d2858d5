package dev.plumbline.tool;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.TypeRef;
import dev.plumbline.json.internal.KotlinComponent;
import dev.plumbline.json.internal.KotlinTypes;
import dev.plumbline.json.internal.RecordAccess;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.tool.internal.DecidingTags;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates tools from the annotated methods of an object; reports all errors of the object at once. */
final class AnnotatedToolScanner {
    /** The type of the last parameter of a suspend function of Kotlin. */
    private static final String SUSPENDED = "kotlin.coroutines.Continuation";

    /** What a parameter that may be missing is when it is. */
    private static final Map<Class<?>, Object> EMPTY = Map.of(
            Optional.class, Optional.empty(),
            OptionalInt.class, OptionalInt.empty(),
            OptionalLong.class, OptionalLong.empty(),
            OptionalDouble.class, OptionalDouble.empty());

    private final Object target;
    private final List<String> faults = new ArrayList<>();

    private AnnotatedToolScanner(Object target) {
        this.target = target;
    }

    static List<AiTool> scan(Object target) {
        AnnotatedToolScanner scan = new AnnotatedToolScanner(target);
        List<Method> methods = scan.methods();
        scan.requireDistinct(methods);
        List<AiTool> tools = new ArrayList<>();
        for (Method method : methods) {
            scan.tool(method).ifPresent(tools::add);
        }
        if (tools.isEmpty() && scan.faults.isEmpty()) {
            scan.faults.add(
                    target instanceof Class<?> type
                            ? "the class " + type.getName()
                                    + " was given: give an object of it, whose methods are called"
                            : target.getClass().getName()
                                    + " has no method annotated @Tool: annotate those that the model may call");
        }
        if (!scan.faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", scan.faults));
        }
        return List.copyOf(tools);
    }

    private List<Method> methods() {
        List<Method> found = new ArrayList<>();
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            List<Method> own = new ArrayList<>();
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Tool.class) && !method.isBridge() && !isOverridden(method, found)) {
                    own.add(method);
                }
            }
            if (own.size() > 1) {
                own.sort(Comparator.comparing(Method::getName));
            }
            found.addAll(own);
        }
        return found;
    }

    private static boolean isOverridden(Method method, List<Method> below) {
        for (Method other : below) {
            if (overrides(other, method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean overrides(Method below, Method method) {
        int modifiers = method.getModifiers();
        return !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && below.getName().equals(method.getName())
                && Arrays.equals(below.getParameterTypes(), method.getParameterTypes());
    }

    private static String name(Method method) {
        String given = method.getAnnotation(Tool.class).name();
        return given.isEmpty() ? method.getName() : given;
    }

    /** Reports methods that would be tools of one name, such as overloaded ones. */
    private void requireDistinct(List<Method> methods) {
        Map<String, Method> first = new HashMap<>();
        for (Method method : methods) {
            Method before = first.putIfAbsent(name(method), method);
            if (before != null) {
                faults.add(signature(before) + " and " + signature(method) + " are both the tool " + name(method)
                        + ": names are unique; give one another name, @Tool(name = \"…\")");
            }
        }
    }

    private static String signature(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(
                        ", ", method.getDeclaringClass().getSimpleName() + "." + method.getName() + "(", ")"));
    }

    private Optional<AiTool> tool(Method method) {
        int before = faults.size();
        Tool tool = method.getAnnotation(Tool.class);
        String name = name(method);
        open(method);
        List<Argument> arguments = arguments(method);
        requireName(method, name);
        if (tool.timeoutMillis() <= 0) {
            fault(method, "timeoutMillis must be positive");
        }
        List<Json> examples = examples(method, tool);
        return faults.size() > before
                ? Optional.empty()
                : Optional.of(make(method, tool, new Form(name, arguments, examples)));
    }

    private void requireName(Method method, String name) {
        if (!ToolFactory.isName(name)) {
            fault(method, ToolFactory.NAME_RULE);
        } else if (name.equals(method.getName()) && name.contains("-")) {
            fault(
                    method,
                    "its name has a -, as Kotlin names functions with value classes: declare the type that the value"
                            + " class wraps instead of it");
        }
    }

    private List<Json> examples(Method method, Tool tool) {
        List<Json> examples = new ArrayList<>();
        for (String text : tool.examples()) {
            try {
                examples.add(Json.parse(text));
            } catch (JsonException e) {
                fault(method, "example " + (examples.size() + 1) + " is not JSON: " + e.rule() + " at " + e.place());
            }
        }
        return examples;
    }

    private AiTool make(Method method, Tool tool, Form form) {
        return ImmutableAiTool.builder()
                .name(form.name())
                .description(tool.value())
                .examples(form.examples())
                .tags(tags(tool))
                .timeout(Duration.ofMillis(tool.timeoutMillis()))
                .affinity(tool.affinity())
                .exclusive(tool.exclusive())
                .input(schemas -> schemas.schemaOf(members(form.arguments())))
                .binding(json -> form.arguments().forEach(argument -> argument.check(json)))
                .output(output(tool))
                .handler((json, context) -> invoke(method, form.arguments(), json, context))
                .build();
    }

    private static Optional<Function<JsonSchemaService, Json>> output(Tool tool) {
        return tool.output() == void.class ? Optional.empty() : Optional.of(schemas -> schemas.schemaOf(tool.output()));
    }

    private void open(Method method) {
        Module tools = AnnotatedToolScanner.class.getModule();
        Class<?> owner = method.getDeclaringClass();
        try {
            method.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            fault(
                    method,
                    owner.getModule().getName() + " does not open its package: write \""
                            + RecordAccess.opens(owner, tools) + "\" in module-info.java");
            return;
        }
        List<Type> types = new ArrayList<>(List.of(method.getGenericParameterTypes()));
        types.add(method.getGenericReturnType());
        for (Type type : types) {
            RecordAccess.fault(type, tools).ifPresent(fault -> fault(method, fault));
        }
    }

    private List<Argument> arguments(Method method) {
        List<Argument> arguments = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            arguments.add(argument(method, parameter, arguments.size() + 1));
        }
        return arguments;
    }

    private Argument argument(Method method, Parameter parameter, int position) {
        Param param = parameter.getAnnotation(Param.class);
        KotlinComponent kotlin = KotlinTypes.parameter(method, parameter).orElse(null);
        String written = param == null ? "" : param.name();
        String name = !written.isEmpty() ? written : kotlin != null ? kotlin.name() : parameter.getName();
        boolean context = parameter.getType() == ToolContext.class;
        boolean suspended = parameter.getType().getName().equals(SUSPENDED);
        if (suspended) {
            fault(
                    method,
                    "suspend functions are not supported: write a function without suspend that returns a"
                            + " CompletableFuture, or waits with runBlocking");
        }
        if (!context && !suspended && kotlin == null && !parameter.isNamePresent() && written.isEmpty()) {
            fault(method, "parameter " + position + " has no name: compile with -parameters or write @Param(name=…)");
        }
        boolean optional = EMPTY.containsKey(parameter.getType());
        boolean nullable = kotlin != null && kotlin.nullable();
        boolean required = !optional && !nullable && (param == null || param.required());
        if (!required && !optional && parameter.getType().isPrimitive()) {
            fault(method, "parameter " + position + " is not required and primitive: make it Optional");
        }
        String description = param == null ? "" : param.value();
        return new Argument(name, parameter.getParameterizedType(), description, required, context);
    }

    private void fault(Method method, String what) {
        faults.add(method.getDeclaringClass().getSimpleName() + "." + method.getName() + ": " + what);
    }

    private static Set<String> tags(Tool tool) {
        Set<String> tags = new LinkedHashSet<>(List.of(tool.tags()));
        hint(tags, "read-only", tool.readOnly());
        hint(tags, "destructive", tool.destructive());
        hint(tags, "idempotent", tool.idempotent());
        hint(tags, "open-world", tool.openWorld());
        hint(tags, "concurrent", tool.concurrent());
        for (String parameter : tool.deciding()) {
            tags.add(DecidingTags.tag(parameter));
        }
        if (tool.pure()) {
            tags.addAll(List.of("read-only", "idempotent", "pure"));
        }
        return tags;
    }

    private static void hint(Set<String> tags, String hint, boolean given) {
        if (given) {
            tags.add(hint);
        }
    }

    private static List<JsonSchemaService.Member> members(List<Argument> arguments) {
        List<JsonSchemaService.Member> members = new ArrayList<>();
        for (Argument each : arguments) {
            if (!each.context()) {
                members.add(
                        new JsonSchemaService.Member(each.name(), each.bare(), each.description(), each.required()));
            }
        }
        return members;
    }

    private @Nullable Object invoke(Method method, List<Argument> arguments, Json json, ToolContext context)
            throws Exception {
        @Nullable Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).value(json, context);
        }
        try {
            Object receiver = Modifier.isStatic(method.getModifiers()) ? method.getDeclaringClass() : target;
            return method.invoke(receiver, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** The name, parameters and examples of a tool method. */
    private record Form(String name, List<Argument> arguments, List<Json> examples) {}

    /** One parameter of a method. */
    private record Argument(String name, Type type, String description, boolean required, boolean context) {

        boolean optional() {
            return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
        }

        Type bare() {
            return optional() ? ((ParameterizedType) type).getActualTypeArguments()[0] : type;
        }

        @Nullable
        Object value(Json arguments, ToolContext toolContext) {
            return context ? toolContext : ToolFactory.bound(() -> value(arguments));
        }

        /** Creates the value and drops it; throws a JsonException if it does not fit. */
        void check(Json arguments) {
            if (!context) {
                value(arguments);
            }
        }

        private @Nullable Object value(Json arguments) {
            Json given = arguments.get(name);
            boolean absent = !given.exists() || given.kind() == Json.Kind.NULL;
            if (absent && !required) {
                return optional() ? Optional.empty() : type instanceof Class<?> plain ? EMPTY.get(plain) : null;
            }
            return optional() ? Optional.of(bind(given)) : bind(given);
        }

        private Object bind(Json given) {
            Type bare = bare();
            return given.as(new TypeRef<Object>() {
                @Override
                public Type type() {
                    return bare;
                }
            });
        }
    }
}
