package dev.plumbline.postgresql;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges what clients have said by what is stored in the end. */
final class HistoryChecker {
    private final Set<String> tried = new HashSet<>();
    private final List<Opening> openings = new ArrayList<>();
    private final Map<String, Opening> begun = new HashMap<>();
    private final Map<String, String> acknowledged = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    /** A conversation, a token of it, and a time of the machine: when it was opened, or when an append began. */
    private record Opening(String id, long token, long time) {
        boolean isOvertakenBy(Opening other) {
            return other.id.equals(id) && other.token > token && other.time < time;
        }
    }

    /** Takes a line of a client. */
    synchronized void heard(String line) {
        String[] words = line.split("\t");
        switch (words[0]) {
            case "try" -> tried(words);
            case "opened" -> openings.add(new Opening(words[1], Long.parseLong(words[2]), Long.parseLong(words[3])));
            case "ok" -> acknowledge(words);
            case "foreign" -> faults.add("an entry of another namespace was read: " + line);
            default -> {} // refused
        }
    }

    private void tried(String[] words) {
        for (String tag : words[4].split(",")) {
            tried.add(tag);
            begun.put(tag, new Opening(words[1], Long.parseLong(words[2]), Long.parseLong(words[5])));
        }
    }

    private void acknowledge(String[] words) {
        long position = Long.parseLong(words[3]);
        for (String tag : words[4].split(",")) {
            acknowledged.put(tag, words[1] + "\t" + words[2] + "\t" + position);
            position++;
        }
    }

    synchronized int acknowledgements() {
        return acknowledged.size();
    }

    /** Returns what is wrong: lost, invented or repeated records, tokens that became smaller, and overtaken writers. */
    synchronized List<String> faults(Map<String, List<Json>> stored) {
        List<String> found = new ArrayList<>(faults);
        Map<String, String> places = new HashMap<>();
        stored.forEach((id, records) -> {
            long highest = 0;
            for (int i = 0; i < records.size(); i++) {
                String tag = records.get(i).get("tag").asText();
                long token = records.get(i).get("token").asLong();
                if (!tried.contains(tag)) {
                    found.add(tag + " was not sent");
                }
                if (places.put(tag, id + "\t" + token + "\t" + i) != null) {
                    found.add(tag + " is stored twice");
                }
                if (token < highest) {
                    found.add(tag + " at " + id + " " + i + " has token " + token + " after " + highest);
                }
                highest = Math.max(highest, token);
                Opening append = begun.get(tag);
                if (append != null && openings.stream().anyMatch(append::isOvertakenBy)) {
                    found.add(tag + " is stored, and another writer had opened " + id + " before it was sent");
                }
            }
        });
        acknowledged.forEach((tag, place) -> {
            if (!place.equals(places.get(tag))) {
                found.add(tag + " was acknowledged at " + place + " and is at " + places.get(tag));
            }
        });
        return found;
    }
}
