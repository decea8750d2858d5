package dev.plumbline.integration.web;

import dev.plumbline.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The times between the frames of a page while something happened.
 *
 * @param frames how many frames there were
 * @param longest the longest time between two of them, in milliseconds
 * @param most the time that 99 of 100 frames kept, in milliseconds
 * @param over how many took longer than 50 ms
 * @param task the longest task of the page's thread and when it began, in milliseconds; 0 if none took 50 ms
 */
record FrameFigures(int frames, double longest, double most, int over, Json task) {
    private static final String START = """
            (() => {
              const recorded = { frames: [], tasks: [] };
              const begun = performance.now();
              const watch = new PerformanceObserver((list) => list.getEntries().forEach((each) => recorded.tasks.push([each.duration, each.startTime - begun])));
              watch.observe({ entryTypes: ['longtask'] });
              let last;
              const frame = (now) => {
                if (last !== undefined) recorded.frames.push(now - last);
                last = now;
                if (!recorded.ended) requestAnimationFrame(frame);
              };
              requestAnimationFrame(frame);
              window.recordedFrames = recorded;
            })()
            """;
    private static final String END = "recordedFrames.ended = true, recordedFrames";

    /** Begins to record; the page must not be in the background. */
    static void record(Browser.Tab tab) {
        tab.eval(START);
    }

    /** Ends the recording. */
    static FrameFigures of(Browser.Tab tab) {
        Json recorded = tab.eval(END);
        List<Double> frames = recorded.get("frames").elements().stream()
                .map(Json::asDouble)
                .sorted()
                .toList();
        Json task = recorded.get("tasks").elements().stream()
                .max(Comparator.comparingDouble(each -> each.at("/0").asDouble()))
                .orElse(Json.of(List.of(0, 0)));
        int count = frames.size();
        return count == 0
                ? new FrameFigures(0, 0, 0, 0, task)
                : new FrameFigures(
                        count,
                        frames.get(count - 1),
                        frames.get((int) (0.99 * (count - 1))),
                        (int) frames.stream().filter(each -> each > 50).count(),
                        task);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d frames, longest %.0f ms, 99 of 100 within %.0f ms, %d over 50 ms, longest task %.0f ms at %.0f ms",
                frames,
                longest,
                most,
                over,
                task.at("/0").asDouble(),
                task.at("/1").asDouble());
    }
}
