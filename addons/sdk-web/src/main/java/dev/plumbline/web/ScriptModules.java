package dev.plumbline.web;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one script of the modules of the page. Each becomes a function that returns what the module exports; an import
 * takes it from there. Everything else stays as it is. Instead of the module with requests to a server it has the one
 * that answers from the data of a report.
 */
final class ScriptModules {
    /** The modules by what others import, each after those that it imports; and their files. */
    private static final List<Module> MODULES = List.of(
            new Module("settings.js", "settings.js"),
            new Module("text.js", "text.js"),
            new Module("markdown.js", "markdown.js"),
            new Module("words.js", "words.js"),
            new Module("server.js", "report.js"),
            new Module("list.js", "list.js"),
            new Module("recording.js", "recording.js"),
            new Module("rows.js", "rows.js"),
            new Module("panels.js", "panels.js"),
            new Module("why.js", "why.js"),
            new Module("page.js", "page.js"));

    private static final Pattern IMPORT = Pattern.compile("import (\\{[\\w, ]+\\}) from \"\\./([\\w.]+)\";");
    private static final Pattern EXPORT = Pattern.compile("export ((?:async )?(?:function|const|class) (\\w+).*)");

    private ScriptModules() {}

    static String joined() {
        StringBuilder all = new StringBuilder("\nconst modules = {};\n");
        MODULES.forEach(module -> module.write(all));
        return all.toString();
    }

    /**
     * A module of the page.
     *
     * @param name the name by which others import it
     * @param file the file with its text
     */
    private record Module(String name, String file) {
        private void write(StringBuilder all) {
            List<String> exported = new ArrayList<>();
            all.append("\nmodules[\"").append(name).append("\"] = await (async () => {\n");
            PageFiles.text(file)
                    .lines()
                    .forEach(line -> all.append(line(line, exported)).append('\n'));
            all.append("return { ").append(String.join(", ", exported)).append(" };\n})();\n");
        }

        private static String line(String line, List<String> exported) {
            Matcher imports = IMPORT.matcher(line);
            if (imports.matches()) {
                return "const " + imports.group(1) + " = modules[\"" + imports.group(2) + "\"];";
            }
            Matcher exports = EXPORT.matcher(line);
            if (exports.matches()) {
                exported.add(exports.group(2));
                return exports.group(1);
            }
            return line;
        }
    }
}
