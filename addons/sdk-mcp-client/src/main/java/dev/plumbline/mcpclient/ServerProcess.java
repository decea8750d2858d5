package dev.plumbline.mcpclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The process of a server, and the processes that it has started, as far as the platform shows them. Thread-safe.
 */
final class ServerProcess {
    /** The variables of this process that a server receives; others, such as keys, are not for it. */
    private static final Set<String> INHERITED = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "TERM",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "TZ",
            "TMPDIR",
            "TEMP",
            "TMP",
            "APPDATA",
            "LOCALAPPDATA",
            "PROGRAMDATA",
            "PROGRAMFILES",
            "HOMEDRIVE",
            "HOMEPATH",
            "USERNAME",
            "USERPROFILE",
            "PATHEXT",
            "COMSPEC",
            "SYSTEMDRIVE",
            "SYSTEMROOT",
            "WINDIR");

    private static final long LEAVE_MILLIS = 300;
    private static final long END_MILLIS = 700;

    private final Process process;
    private final Set<ProcessHandle> started = new LinkedHashSet<>();

    private ServerProcess(Process process) {
        this.process = process;
    }

    /** Starts the process. */
    static ServerProcess start(McpTransport.Stdio how) {
        ProcessBuilder builder = new ProcessBuilder(how.command());
        how.folder().ifPresent(folder -> builder.directory(folder.toFile()));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> !INHERITED.contains(name.toUpperCase(java.util.Locale.ROOT)));
        environment.putAll(how.environment());
        try {
            return new ServerProcess(builder.start());
        } catch (IOException e) {
            throw McpFailure.of(
                    McpFailure.Kind.MISSING, "the program cannot be started; is it installed, and is its path right?");
        }
    }

    InputStream output() {
        return process.getInputStream();
    }

    InputStream errors() {
        return process.getErrorStream();
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    /** Returns in words how the process has ended; its end comes a moment after that of its output. */
    String end(long millis) {
        if (!await(process.toHandle(), millis)) {
            return "the server process closed its output";
        }
        // the handle may know of the end a moment before the process has a code
        int code = process.onExit().join().exitValue();
        return "the server process ended with exit code " + code;
    }

    /** Runs an action when the process has ended, also if another process still holds its output open. */
    void onEnd(Runnable action) {
        var unused = process.onExit().thenRun(action);
    }

    /** Looks up which processes it has started, for a parent that dies before its children cannot be asked. */
    void noteChildren() {
        List<ProcessHandle> now = process.descendants().toList();
        synchronized (started) {
            started.removeIf(child -> !child.isAlive());
            started.addAll(now);
        }
    }

    /** Ends the process and those that it has started: by the end of its input, by a request, and by force. */
    void close() {
        boolean interrupted = Thread.interrupted(); // an interrupt would end the waits, and leave the process
        try {
            end();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end() {
        noteChildren();
        closeInput();
        if (!await(process.toHandle(), LEAVE_MILLIS)) {
            noteChildren();
            all().forEach(ProcessHandle::destroy);
        }
        all().forEach(ProcessHandle::destroy);
        for (ProcessHandle each : all()) {
            if (!await(each, END_MILLIS)) {
                each.destroyForcibly();
            }
        }
        all().forEach(each -> await(each, END_MILLIS));
    }

    private List<ProcessHandle> all() {
        List<ProcessHandle> all = new ArrayList<>();
        all.add(process.toHandle());
        synchronized (started) {
            all.addAll(started);
        }
        all.removeIf(each -> !each.isAlive());
        return all;
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // it has ended
        }
    }

    private static boolean await(ProcessHandle process, long millis) {
        try {
            process.onExit().get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            return !process.isAlive();
        }
    }
}
