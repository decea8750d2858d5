package dev.plumbline.web;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The JSON of runs of bodies, for the page. */
final class RunsJson {
    private RunsJson() {}

    /** Returns the runs as they are now, in the order of the options. */
    static Json of(Map<String, Supplier<RunProgress>> runs) {
        List<Json> all = new ArrayList<>();
        runs.forEach((name, progress) -> all.add(run(name, progress)));
        return Json.object().with("runs", all);
    }

    private static Json run(String name, Supplier<RunProgress> progress) {
        try {
            RunProgress now = progress.get();
            return json(name, now);
        } catch (RuntimeException unreadable) {
            return json(
                    name,
                    new RunProgress(
                            0,
                            0,
                            0,
                            "the state cannot be read: " + unreadable.getClass().getSimpleName()));
        }
    }

    private static Json json(String name, RunProgress now) {
        return Json.object()
                .with("name", name)
                .with("items", now.items())
                .with("done", now.done())
                .with("failed", now.failed())
                .with("note", now.note());
    }
}
