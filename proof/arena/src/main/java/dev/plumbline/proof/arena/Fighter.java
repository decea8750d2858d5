package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Scenario;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Who takes part, and how their processes are started. */
enum Fighter {
    FLOOR("floor", "contest", "dev.plumbline.proof.contest.Floor"),
    PLUMBLINE("Plumbline", "plumbline", "dev.plumbline.proof.plumbline.PlumblineContender"),
    BARE("Plumbline's provider alone", "plumbline", "dev.plumbline.proof.plumbline.BareContender"),
    OPENAI("openai-java", "openai-java", "dev.plumbline.proof.openai.OpenAiContender"),
    LANGCHAIN("LangChain4j", "langchain4j", "dev.plumbline.proof.langchain4j.LangChainContender"),
    SPRING("Spring AI", "spring-ai", "dev.plumbline.proof.springai.SpringAiContender");

    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private final String title;
    private final String module;
    private final String main;

    Fighter(String title, String module, String main) {
        this.title = title;
        this.module = module;
        this.main = main;
    }

    /** Whether it takes part in that; what is a part only does not do everything. */
    boolean does(Scenario scenario) {
        return this != BARE
                || Set.of(Scenario.COLD, Scenario.PLAIN, Scenario.STREAM).contains(scenario);
    }

    /** Its name in the tables. */
    String title() {
        return title;
    }

    /** The folder of all contenders. */
    private static Path proof() {
        return Path.of(System.getProperty("proof.folder", "proof")).toAbsolutePath();
    }

    /** The jars it needs besides its own class here. */
    List<Path> jars() {
        try {
            String path = Files.readString(proof().resolve(module).resolve("target/classpath.txt"))
                    .strip();
            return Stream.of(path.split(File.pathSeparator, -1))
                    .filter(jar -> !jar.isEmpty()
                            && !jar.contains("proof" + File.separator + "contest")
                            && !jar.contains("proof-contest"))
                    .map(Path::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its process, not yet started, on that processor where there is a choice. */
    ProcessBuilder process(int processor, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (Files.exists(TASKSET)) {
            command.addAll(List.of(TASKSET.toString(), "-c", String.valueOf(processor)));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), main));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private String classPath() {
        List<String> path = new ArrayList<>();
        path.add(proof().resolve(module).resolve("target/classes").toString());
        path.add(proof().resolve("contest/target/classes").toString());
        jars().forEach(jar -> path.add(jar.toString()));
        return String.join(File.pathSeparator, path);
    }
}
