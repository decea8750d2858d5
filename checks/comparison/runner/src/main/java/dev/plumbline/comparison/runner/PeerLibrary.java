package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.Scenario;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The compared libraries, and how their processes are started. */
enum PeerLibrary {
    BASELINE("baseline", "comparison-", "harness", "dev.plumbline.comparison.harness.BaselinePeer"),
    PLUMBLINE("Plumbline", "sdk-", "plumbline", "dev.plumbline.comparison.plumbline.PlumblinePeer"),
    BARE("Plumbline's provider alone", "sdk-", "plumbline", "dev.plumbline.comparison.plumbline.ProviderOnlyPeer"),
    PEER_POLICIES(
            "Plumbline with the policies of a peer",
            "sdk-",
            "plumbline",
            "dev.plumbline.comparison.plumbline.MatchedPoliciesPeer"),
    OPENAI("openai-java", "openai-java", "openai-java", "dev.plumbline.comparison.openai.OpenAiJavaPeer"),
    LANGCHAIN("LangChain4j", "langchain4j", "langchain4j", "dev.plumbline.comparison.langchain4j.LangChain4jPeer"),
    SPRING("Spring AI", "spring-ai", "spring-ai", "dev.plumbline.comparison.springai.SpringAiPeer");

    private static final Set<Scenario> BARE_DOES =
            EnumSet.of(Scenario.COLD, Scenario.COLD_TLS, Scenario.PLAIN_YOUNG, Scenario.PLAIN, Scenario.STREAM);
    private static final Set<Scenario> PEER_POLICIES_DOES = EnumSet.of(
            Scenario.COLD,
            Scenario.COLD_TOOL,
            Scenario.PLAIN_YOUNG,
            Scenario.PLAIN,
            Scenario.STREAM,
            Scenario.TOOLS_YOUNG,
            Scenario.TOOLS);

    private final String title;
    private final String own;
    private final String module;
    private final String main;

    PeerLibrary(String title, String own, String module, String main) {
        this.title = title;
        this.own = own;
        this.module = module;
        this.main = main;
    }

    /** Returns whether the peer supports that scenario. */
    boolean does(Scenario scenario) {
        return switch (this) {
            case BARE -> BARE_DOES.contains(scenario);
            case PEER_POLICIES -> PEER_POLICIES_DOES.contains(scenario);
            case BASELINE, PLUMBLINE, OPENAI, LANGCHAIN, SPRING -> true;
        };
    }

    /** Returns its name in the tables. */
    String title() {
        return title;
    }

    /** Returns the jars of the library. */
    List<Path> jars() {
        return new PeerProgram(module, main).jars();
    }

    /** Returns whether a jar belongs to the library itself and not to its dependencies. */
    boolean isOwn(Path jar) {
        return String.valueOf(jar.getFileName()).startsWith(own);
    }

    /** Returns its process, not yet started, on those processors, e.g. {@code 0,1}, if the system supports it. */
    ProcessBuilder process(String processors, List<String> options, List<String> arguments) {
        return new PeerProgram(module, main).process(processors, options, arguments);
    }
}
