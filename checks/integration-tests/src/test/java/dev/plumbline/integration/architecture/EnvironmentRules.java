package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules for access to the process environment: console, class loader of the caller, clocks, sleep, random numbers, threads. */
final class EnvironmentRules {
    /** The adapters, below the root, that may use a part of the environment; other classes get it as a parameter. */
    static final Map<String, String> ADAPTERS = Map.ofEntries(
            Map.entry(
                    "call.Cancellation",
                    "the wait of a cancellation made without a clock, for tests and small programs"),
            Map.entry("call.BudgetTracker", "the clock of a budget made without one, for tests and small programs"),
            Map.entry(
                    "assistant.Background",
                    "a thread for each piece of work beside the UI thread, ended with it; ids of unsaved documents"),
            Map.entry("cli.ChatCommand", "how fast a person presses a key twice"),
            Map.entry("cli.ModelsCommand", "the day from which prices of a published list count"),
            Map.entry("cli.QueueConnection", "the time of a run over machines, by which its rate is limited"),
            Map.entry("cli.DemoCommand", "the end of the process, when a person stops the demo"),
            Map.entry("policy.ChainRun", "how long a policy took, for the trace alone; it decides nothing"),
            Map.entry("time.SystemScheduler", "the machine's time, on one thread made by whoever owns it"),
            Map.entry(
                    "http.internal.TransportThreads",
                    "the threads and the time of a transport's HTTP client, ended by close()"),
            Map.entry("runtime.RuntimeSettings", "the wall clock, unless the builder was handed one"),
            Map.entry("runtime.RuntimeExecutor", "the threads of a runtime, ended by close()"),
            Map.entry("runtime.RuntimeServices", "where ids and chance enter, unless the builder was handed them"),
            Map.entry(
                    "postgresql.PostgresDatabase",
                    "how long an operation took, and the clock unless the builder was given one"),
            Map.entry(
                    "store.FileBudgetStore",
                    "the wall clock, by which processes refill a budget, unless it was given one"),
            Map.entry("tools.ToolRuntime", "the time of a tool runtime that was given none, ended by close()"),
            Map.entry("tools.ToolThreadPool", "the threads that tools run on, ended by close()"),
            Map.entry(
                    "views.BackgroundThread", "a file or a browser would block the UI thread; each ends with its work"),
            Map.entry("redis.StoreThreads", "the threads, the time and the chance of a store, ended by close()"),
            Map.entry(
                    "http.internal.ServerThreads",
                    "the threads, the time and the chance of a server, ended by close()"),
            Map.entry(
                    "mcpclient.ClientThreads",
                    "the threads, the time and the chance of a connection to an MCP server, ended by close()"),
            Map.entry(
                    "testkit.ConcurrentRunner",
                    "a task that may hang, or must run beside others, has a thread of its own"),
            Map.entry("testkit.server.ScriptedServer", "a server has a thread for each connection"),
            Map.entry("testkit.server.ServiceEmulator", "the clock of its caches and prices, unless a test sets one"),
            Map.entry("testkit.server.ServerConnection", "a server that is silent waits until the client has gone"),
            Map.entry("testkit.VirtualClock", "a sleeper holds its thread until somebody moves the clock"),
            Map.entry("testkit.internal.ShareOfProcessor", "who waits for one that computes rests meanwhile"),
            Map.entry("testkit.internal.ShortWait", "tests wait for other threads in real time"),
            Map.entry("testkit.ToolChecker", "how long a call may take, in tests alone"),
            Map.entry("testkit.internal.Meeting", "how long threads wait for each other, in tests alone"),
            Map.entry("testkit.internal.Rounds", "how long laws try what threads decide, in tests alone"),
            Map.entry("testkit.laws.AnyEvents", "random numbers of a given seed, in tests alone"),
            Map.entry("testkit.laws.PolicyModel", "random numbers of a given seed, in tests alone"),
            Map.entry("testkit.laws.StoreHistories", "random numbers of a given seed, in tests alone"),
            Map.entry("testkit.laws.ToolPolicyModel", "random numbers of a given seed, in tests alone"),
            Map.entry("testkit.laws.PolicyTurns", "random numbers of a given seed, in tests alone"));

    private static final Pattern CLOCK = words(
            "System.(currentTimeMillis|nanoTime)",
            "java.time.\\w+.now",
            "Clock.(system\\w*|tick\\w*)",
            "java.time.InstantSource.system",
            "java.util.(Date|GregorianCalendar).<init>",
            "java.util.Calendar.getInstance");
    private static final Pattern WAIT = words(
            "Thread.sleep",
            "java.util.concurrent.TimeUnit.(sleep|timedWait|timedJoin)",
            "java.util.concurrent.locks.LockSupport.park(Nanos|Until)",
            "java.util.concurrent.CountDownLatch.await\\(.+\\)",
            "java.util.concurrent.locks.Condition.await(Nanos|Until|\\(.+\\))",
            "java.util.concurrent.CompletableFuture.(orTimeout|completeOnTimeout|delayedExecutor)",
            "Object.wait\\(.+\\)");
    private static final Pattern CHANCE = words(
            "Math.random",
            "java.util.(Random|SplittableRandom).<init>",
            "java.security.SecureRandom.(<init>|getInstance\\w*)",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.util.random.\\w+.(of|getDefault|create)",
            "java.util.UUID.randomUUID");
    private static final Pattern THREADS = words(
            "Thread.(<init>|of\\w+|start\\w+)",
            "java.util.Timer.<init>",
            "java.util.concurrent.Executors.\\w+",
            "java.util.concurrent.(ThreadPoolExecutor|ScheduledThreadPoolExecutor|ForkJoinPool|SubmissionPublisher).<init>",
            "java.util.concurrent.ForkJoinPool.commonPool",
            "java.util.concurrent.CompletableFuture.(supplyAsync|runAsync)\\([\\w.]+\\)",
            "java.util.\\w+.parallelStream",
            "java.util.stream.\\w+.parallel",
            "Runtime.addShutdownHook");
    private static final Pattern WORLD = Pattern.compile(
            Stream.of(CLOCK, WAIT, CHANCE, THREADS).map(Pattern::pattern).collect(Collectors.joining("|")));

    private static final Pattern CONSOLE = words("System.(out|err|in|console)", "\\w+.printStackTrace\\(\\)");
    private static final Pattern LOADER = words(
            "Thread.(get|set)ContextClassLoader",
            "java.util.ServiceLoader.(load\\(java.lang.Class\\)|loadInstalled|load\\(java.lang.ModuleLayer.+)",
            "ClassLoader.getSystem\\w+");

    /** Who uses the class loader of a thread; each with the reason. */
    static final Map<String, String> LOADER_USERS = Map.of(
            "keyring.SystemKeyring",
            "java-keyring looks for the bus in the class loader of the thread, which in a host is not that of the plug-in;"
                    + " it gets ours for that moment, and the thread its own back");

    private static final Pattern PROPERTIES = words("System.(set\\w*Propert\\w+|getProperties|clearProperty)");

    /** Who changes the system properties, which belong to the whole process; each with the reason. */
    static final Map<String, String> PROPERTY_WRITERS = Map.of(
            "store.internal.FileLeaseRegistry",
            "locks of files are the whole process's, too, and all copies of our classes must know of them"
                    + " (docs/decisions/0041-held-files-are-registered-in-the-process.md)",
            "cli.SystemTerminal",
            "JLine has no other setting for this, and the command line is a program of its own");

    private EnvironmentRules() {}

    /** Whole names; those without a package are of java.lang. The parameters are matched only where they are written. */
    static Pattern words(String... names) {
        return Pattern.compile(Stream.of(names)
                .map(name -> name.startsWith("java.") ? name : "(java\\.lang\\.|java\\.time\\.)" + name)
                .map(name -> name.endsWith("\\)") || name.endsWith(".+") ? name : name + "(\\(.*)?")
                .collect(Collectors.joining("|", "(", ")")));
    }

    /** Only the command line talks to the console. */
    static ArchRule console(String root) {
        return touches(
                "leave the console alone",
                CONSOLE,
                type -> ArchConditions.topPackage(root, type).equals("cli"));
    }

    /** An exception is logged without its message, which may have content. */
    static ArchRule logs(String root) {
        return ArchConditions.classes("log exceptions without their messages", EnvironmentRules::logs);
    }

    private static Stream<String> logs(JavaClass type) {
        return type.getMethodCallsFromSelf().stream()
                .filter(call ->
                        spelled(call).matches("java\\.lang\\.System\\$Logger\\.log\\(.*java\\.lang\\.Throwable\\)"))
                .filter(call -> call.getOrigin().getMethodCallsFromSelf().stream()
                        .noneMatch(other -> other.getName().equals("withoutMessages")))
                .map(call -> "logs an exception with its message in "
                        + call.getOrigin().getName());
    }

    /** A plugin is loaded by a loader of its host: nobody asks which one happens to be set. */
    static ArchRule loaders(String root) {
        return touches(
                "use no class loader but one that was given",
                LOADER,
                type -> LOADER_USERS.containsKey(below(root, type)));
    }

    /** The properties of the process are read one by one, and changed by nobody. */
    static ArchRule properties(String root) {
        return touches(
                "leave the properties of the process as they are",
                PROPERTIES,
                type -> PROPERTY_WRITERS.containsKey(below(root, type)));
    }

    static String below(String root, JavaClass type) {
        return ArchConditions.topLevel(type).replaceFirst("^" + Pattern.quote(root) + "\\.", "");
    }

    /** Time, waiting, chance and threads come in through constructors. */
    static ArchRule world(String root) {
        return touches(
                "leave clocks, sleep, chance and threads to the adapters",
                WORLD,
                type -> ADAPTERS.containsKey(below(root, type)));
    }

    static ArchRule touches(String sentence, Pattern forbidden, Predicate<JavaClass> exempt) {
        return ArchConditions.classes(sentence, type -> exempt.test(type) ? Stream.of() : touched(type, forbidden));
    }

    /** What of the world a class touches. */
    static Stream<String> world(JavaClass type) {
        return touched(type, WORLD);
    }

    /** What of the process's properties a class touches. */
    static Stream<String> properties(JavaClass type) {
        return touched(type, PROPERTIES);
    }

    /** Returns where a class uses a class loader that was not given. */
    static Stream<String> loaders(JavaClass type) {
        return touched(type, LOADER);
    }

    static Stream<String> touched(JavaClass type, Pattern forbidden) {
        Stream<String> parent = type.getRawSuperclass().stream()
                .map(p -> p.getName() + ".<init>()")
                .filter(name -> name.startsWith("java.lang.Thread.") || name.startsWith("java.util.Timer"));
        return Stream.concat(parent, type.getAccessesFromSelf().stream().map(EnvironmentRules::spelled))
                .filter(name -> forbidden.matcher(name).matches())
                .map(name -> "touches " + name)
                .distinct();
    }

    private static String spelled(JavaAccess<?> access) {
        AccessTarget target = access.getTarget();
        String name = target.getOwner().getName() + "." + target.getName();
        return target instanceof AccessTarget.CodeUnitAccessTarget unit
                ? name
                        + unit.getRawParameterTypes().stream()
                                .map(JavaClass::getName)
                                .collect(Collectors.joining(",", "(", ")"))
                : name;
    }
}
