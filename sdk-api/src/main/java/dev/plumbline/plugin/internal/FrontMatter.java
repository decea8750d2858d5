package dev.plumbline.plugin.internal;

import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * The front matter of a Markdown file, which is YAML 1.2, and the text behind it. Numbers, booleans and null are those of
 * the core schema, as other readers of YAML have them; anchors and tags are refused. A member whose text has a colon and a
 * blank in it, which is not YAML and yet usual, is read as if it had quotes.
 *
 * @param fields the front matter
 * @param text the text behind it
 */
record FrontMatter(Json fields, String text) {
    private static final String FENCE = "---";
    private static final int DEEPEST = 16;
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");

    /** A member in one line, whose text begins with a letter or a digit. */
    private static final Pattern LINE = Pattern.compile("([A-Za-z][A-Za-z0-9_-]*:)[ \\t]+([\\p{L}\\p{N}(<].*: .*)");

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException names the line that cannot be read
     */
    static FrontMatter of(String file) {
        String whole = file.startsWith("\uFEFF") ? file.substring(1) : file;
        List<String> lines = whole.lines().toList();
        int end = lines.isEmpty() || !isFence(lines.get(0)) ? -1 : fence(lines);
        if (end < 0) {
            throw new IllegalArgumentException(
                    SkillFiles.MAIN + " does not begin with front matter between two lines of ---");
        }
        String text = String.join("\n", lines.subList(end + 1, lines.size())).strip();
        return new FrontMatter(fields(lines.subList(1, end)), text);
    }

    private static boolean isFence(String line) {
        return line.stripTrailing().equals(FENCE);
    }

    private static int fence(List<String> lines) {
        for (int i = 1; i < lines.size(); i++) {
            if (isFence(lines.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static Json fields(List<String> lines) {
        try {
            return read(lines);
        } catch (YamlEngineException notYaml) {
            try {
                return read(lines.stream().map(FrontMatter::quoted).toList());
            } catch (YamlEngineException stillNotYaml) {
                throw unreadable(notYaml);
            }
        }
    }

    private static String quoted(String line) {
        Matcher member = LINE.matcher(line);
        return member.matches() ? member.group(1) + " '" + member.group(2).replace("'", "''") + "'" : line;
    }

    /** Names the line; the message of the reader may quote the file. */
    private static IllegalArgumentException unreadable(YamlEngineException notYaml) {
        int line = notYaml instanceof MarkedYamlEngineException marked
                ? marked.getProblemMark().map(mark -> mark.getLine() + 2).orElse(0)
                : 0;
        return line > 0
                ? refused(line, "is not YAML")
                : new IllegalArgumentException("the front matter of " + SkillFiles.MAIN + " is not YAML");
    }

    private static IllegalArgumentException refused(int line, String rule) {
        return new IllegalArgumentException("line " + line + " of " + SkillFiles.MAIN + " " + rule);
    }

    private static Json read(List<String> lines) {
        LoadSettings settings = LoadSettings.builder().build();
        Iterator<Event> events = new ParserImpl(settings, new StreamReader(settings, String.join("\n", lines) + "\n"));
        Json value = Json.object();
        boolean isRead = false;
        while (events.hasNext()) {
            Event event = events.next();
            if (event instanceof NodeEvent node) {
                if (isRead || event.getEventId() != Event.ID.MappingStart) {
                    throw refused(line(event), "is not a member of its front matter");
                }
                value = value(node, events, 0);
                isRead = true;
            }
        }
        return value;
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 2).orElse(1);
    }

    private static Json value(NodeEvent event, Iterator<Event> events, int depth) {
        boolean isTagged =
                (event instanceof ScalarEvent scalar && scalar.getTag().isPresent())
                        || (event instanceof CollectionStartEvent collection
                                && collection.getTag().isPresent());
        if (event.getEventId() == Event.ID.Alias || event.getAnchor().isPresent() || isTagged) {
            throw refused(
                    line(event), "has an anchor or a tag of YAML, which are not read here; write the text in quotes");
        }
        if (depth > DEEPEST) {
            throw refused(line(event), "is nested deeper than " + DEEPEST);
        }
        return switch (event.getEventId()) {
            case MappingStart -> members(events, depth);
            case SequenceStart -> items(events, depth);
            default -> scalar((ScalarEvent) event);
        };
    }

    private static Json members(Iterator<Event> events, int depth) {
        Json members = Json.object();
        for (Event key = events.next(); key instanceof NodeEvent; key = events.next()) {
            if (!(key instanceof ScalarEvent name)) {
                throw refused(line(key), "has a name that is not a text");
            }
            if (members.get(name.getValue()).exists()) {
                throw refused(line(key), "has a member that was there before");
            }
            members = members.with(name.getValue(), value((NodeEvent) events.next(), events, depth + 1));
        }
        return members;
    }

    private static Json items(Iterator<Event> events, int depth) {
        List<Json> items = new ArrayList<>();
        for (Event item = events.next(); item instanceof NodeEvent node; item = events.next()) {
            items.add(value(node, events, depth + 1));
        }
        return Json.of(items);
    }

    private static Json scalar(ScalarEvent event) {
        String text = event.getValue();
        if (!event.isPlain()) {
            return Json.of(text);
        }
        return switch (text) {
            case "true", "True", "TRUE" -> Json.of(true);
            case "false", "False", "FALSE" -> Json.of(false);
            case "", "~", "null", "Null", "NULL" -> Json.of(null);
            default -> NUMBER.matcher(text).matches() ? Json.of(new BigDecimal(text)) : Json.of(text);
        };
    }
}
