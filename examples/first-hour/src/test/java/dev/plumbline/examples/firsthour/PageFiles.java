package dev.plumbline.examples.firsthour;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files and commands of one section of a page. A file is a fenced block behind a line that contains its name in
 * backquotes as the last thing before a colon or semicolon.
 *
 * @param files the texts by their names, in the order of the page
 * @param blocks all blocks of the section, in order
 */
record PageFiles(Map<String, String> files, List<Block> blocks) {
    private static final Pattern BLOCK = Pattern.compile("([^\n]*)\n\n```(\\w*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("`([\\w./-]+\\.\\w+)`[;:]");

    /** A fenced block with its language. */
    record Block(String language, String text) {}

    /** Reads the section of that heading up to the next one. */
    static PageFiles of(Path page, String heading) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf("\n## " + heading + "\n");
        if (begin < 0) {
            throw new IllegalArgumentException(page + " has no section \"" + heading + "\"");
        }
        int end = text.indexOf("\n## ", begin + 1);
        Map<String, String> files = new LinkedHashMap<>();
        List<Block> blocks = new ArrayList<>();
        Matcher found = BLOCK.matcher(text.substring(begin, end < 0 ? text.length() : end));
        while (found.find()) {
            blocks.add(new Block(found.group(2), found.group(3)));
            Matcher name = NAME.matcher(found.group(1));
            if (name.find()) {
                files.put(name.group(1), found.group(3));
            }
        }
        return new PageFiles(files, blocks);
    }

    /** Returns the blocks of that language. */
    List<String> blocks(String language) {
        return blocks.stream()
                .filter(block -> block.language().equals(language))
                .map(Block::text)
                .toList();
    }

    /** Writes all files below a folder; the server of the test takes the place of the service. */
    void write(Path folder, String server) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path to = folder.resolve(file.getKey());
            Files.createDirectories(to.getParent());
            Files.writeString(to, calling(file.getValue(), server));
        }
    }

    /** Returns a program that calls that server and is otherwise the same. */
    static String calling(String program, String server) {
        return program.replace("apiKeyFromEnv()", "apiKeyFromEnv().baseUrl(\"" + server + "\")");
    }
}
