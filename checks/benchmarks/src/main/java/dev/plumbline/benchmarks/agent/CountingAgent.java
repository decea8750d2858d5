package dev.plumbline.benchmarks.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The Java agent that instruments every class of the SDK when it is loaded, and the socket writes of the JDK.
 *
 * <pre>java -javaagent:benchmarks/target/benchmarks.jar -cp … dev.plumbline.benchmarks.CallCosts</pre>
 */
public final class CountingAgent {
    private static volatile boolean started;

    /**
     * The index of the class name in the arguments of {@code ClassFileTransformer.transform}; the bytes are the last
     * argument.
     */
    private static final int NAME = 2;

    private static final int CODE = 5;

    private volatile Instrumenter instrumenter = new Instrumenter(DeliveryMethod.NONE);

    private CountingAgent() {}

    /** Throws in a process that was started without the agent. */
    static void require() {
        if (!started) {
            throw new IllegalStateException(
                    "nothing is counted without the agent; start java with -javaagent:benchmarks/target/benchmarks.jar");
        }
    }

    /** Installs the agent; called by the JVM before main. */
    public static void premain(@Nullable String options, Instrumentation jvm)
            throws IOException, ClassNotFoundException, UnmodifiableClassException {
        CountingAgent agent = new CountingAgent();
        SocketWriteInstrumenter.prepare(jvm);
        jvm.addTransformer(agent.transformer(), true);
        agent.instrumenter =
                new Instrumenter(DeliveryMethod.ofObservers()); // loads two classes, which are counted, too
        SocketWriteInstrumenter.install(jvm);
        started = true;
    }

    /** Returns the transformer as a proxy, because only two of the six parameters of its method are used. */
    private ClassFileTransformer transformer() {
        return (ClassFileTransformer) Proxy.newProxyInstance(
                CountingAgent.class.getClassLoader(),
                new Class<?>[] {ClassFileTransformer.class},
                (proxy, method, arguments) -> transformed(method, arguments));
    }

    /** Returns the instrumented class; null, as the interface requires, if it is unchanged. */
    private byte @Nullable [] transformed(Method method, Object[] arguments) {
        if (!method.getName().equals("transform") || arguments[NAME] == null) {
            return null;
        }
        String name = (String) arguments[NAME];
        try {
            if (name.equals(SocketWriteInstrumenter.WRITER)) {
                return SocketWriteInstrumenter.instrumented((byte[]) arguments[CODE]);
            }
            return SdkClassFilter.isSdk(name.replace('/', '.'))
                    ? instrumenter.instrumented((byte[]) arguments[CODE])
                    : null;
        } catch (RuntimeException e) {
            System.err.println(name + " is not counted: " + e); // the JVM ignores the exception
            return null;
        }
    }
}
