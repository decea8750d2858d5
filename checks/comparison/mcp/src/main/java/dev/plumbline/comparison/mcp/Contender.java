package dev.plumbline.comparison.mcp;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The processes of one server, and a connection of the client to it. Used by one thread. */
final class Contender implements AutoCloseable {
    private static final String TOKEN = "Bearer ";

    private final List<Process> processes = new ArrayList<>();
    private final McpConnection connection;
    private final long startedMicros;
    private final long startCpuMillis;
    private final long insideMicros;

    private Contender(Way way, Path folder) throws IOException {
        long begun = System.nanoTime();
        long inside = -1;
        Process first = start(way.server());
        if (way.http()) {
            String[] line = firstLine(first).split(" ", -1);
            inside = Long.parseLong(line[2]);
            connection = McpConnection.http(Integer.parseInt(line[0]), TOKEN + line[1]);
        } else if (way.bridge().isEmpty()) {
            connection = McpConnection.stdio(first);
        } else {
            firstLine(first);
            connection = McpConnection.stdio(start(way.bridge()));
        }
        connection.initialize();
        startedMicros = (System.nanoTime() - begun) / 1_000;
        startCpuMillis = cpuMillis();
        insideMicros = inside;
        Files.createDirectories(folder);
    }

    static Contender start(Way way, Path folder) throws IOException {
        return new Contender(way, folder);
    }

    private Process start(List<String> command) throws IOException {
        Process process =
                new ProcessBuilder(command).redirectError(new File("/dev/null")).start();
        processes.add(process);
        return process;
    }

    private static String firstLine(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    long startedMicros() {
        return startedMicros;
    }

    long startCpuMillis() {
        return startCpuMillis;
    }

    /** Returns how long the server itself took from its first line of code, in microseconds; -1 if it does not say. */
    long insideMicros() {
        return insideMicros;
    }

    /** Calls that many times and returns the times, in microseconds, sorted. */
    long[] call(int times) throws IOException {
        long[] micros = new long[times];
        for (int i = 0; i < times; i++) {
            long begun = System.nanoTime();
            connection.echo("wall " + i);
            micros[i] = (System.nanoTime() - begun) / 1_000;
        }
        Arrays.sort(micros);
        return micros;
    }

    /** Returns the processor time that the server's processes have used. */
    long cpuMillis() throws IOException {
        long ticks = 0;
        for (Process process : processes) {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
        return ticks * 10;
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }

    /**
     * How a server is started.
     *
     * @param name what the table calls it
     * @param server the command of the server
     * @param bridge the command of the bridge; empty for none
     * @param http whether the client speaks HTTP
     */
    record Way(String name, List<String> server, List<String> bridge, boolean http) {}
}
