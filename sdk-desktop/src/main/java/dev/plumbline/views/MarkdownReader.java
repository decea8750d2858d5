package dev.plumbline.views;

import dev.plumbline.views.MarkdownBlock.Line;
import dev.plumbline.views.MarkdownBlock.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;

/**
 * Reads Markdown with tables. HTML in it is text, pictures are links, and a link that is not http, https or mailto is text. A
 * line break stays one, as models write it.
 */
final class MarkdownReader extends AbstractVisitor {
    private static final int MOST_DEPTH = 30;
    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.create()))
            .maxOpenBlockParsers(MOST_DEPTH)
            .build();

    private final boolean continues;
    private final List<MarkdownBlock> blocks = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    private final List<List<Line>> rows = new ArrayList<>();
    private Line.Kind kind = Line.Kind.PARAGRAPH;
    private int level;
    private String marker = "";
    private int bold;
    private int italic;
    private boolean isFirst;
    private String link = "";

    private MarkdownReader(boolean continues) {
        this.continues = continues;
    }

    /** Returns the blocks of a region. */
    static List<MarkdownBlock> read(TextRegions.Region region) {
        MarkdownReader reader = new MarkdownReader(region.continues());
        PARSER.parse(region.source()).accept(reader);
        reader.endText();
        return List.copyOf(reader.blocks);
    }

    /** Returns a text as it is. */
    static MarkdownBlock plain(String text) {
        return new MarkdownBlock.Text(text.lines().map(Line::plain).toList());
    }

    private void endText() {
        if (!lines.isEmpty()) {
            blocks.add(new MarkdownBlock.Text(List.copyOf(lines)));
            lines.clear();
        }
    }

    private void endLine() {
        lines.add(new Line(kind, level, marker, isFirst, List.copyOf(runs)));
        runs.clear();
        marker = "";
        isFirst = false;
    }

    private void say(String text) {
        if (!text.isEmpty()) {
            runs.add(new Run(text, bold > 0, italic > 0, false, link));
        }
    }

    @Override
    public void visit(Paragraph paragraph) {
        isFirst = true;
        visitChildren(paragraph);
        endLine();
    }

    @Override
    public void visit(Heading heading) {
        Line.Kind outer = kind;
        int depth = level;
        kind = Line.Kind.HEADING;
        level = heading.getLevel();
        isFirst = true;
        visitChildren(heading);
        endLine();
        kind = outer;
        level = depth;
    }

    @Override
    public void visit(BlockQuote quote) {
        within(quote, Line.Kind.QUOTE);
    }

    @Override
    public void visit(BulletList list) {
        within(list, Line.Kind.ITEM);
    }

    @Override
    public void visit(OrderedList list) {
        within(list, Line.Kind.ITEM);
    }

    private void within(Node block, Line.Kind inner) {
        Line.Kind outer = kind;
        kind = inner;
        level++;
        visitChildren(block);
        level--;
        kind = outer;
        marker = "";
    }

    @Override
    public void visit(ListItem item) {
        marker = "•";
        if (item.getParent() instanceof OrderedList list) {
            int number = list.getMarkerStartNumber() == null ? 1 : list.getMarkerStartNumber();
            for (Node before = item.getPrevious(); before != null; before = before.getPrevious()) {
                number++;
            }
            marker = number + ".";
        }
        visitChildren(item);
        marker = "";
    }

    @Override
    public void visit(FencedCodeBlock code) {
        endText();
        String language = code.getInfo() == null ? "" : code.getInfo().strip();
        blocks.add(new MarkdownBlock.Code(language, code.getLiteral(), continues && blocks.isEmpty()));
    }

    @Override
    public void visit(IndentedCodeBlock code) {
        endText();
        blocks.add(new MarkdownBlock.Code("", code.getLiteral(), false));
    }

    @Override
    public void visit(HtmlBlock html) {
        isFirst = true;
        html.getLiteral().lines().forEach(line -> {
            say(line);
            endLine();
        });
    }

    @Override
    public void visit(ThematicBreak rule) {
        endText();
        blocks.add(new MarkdownBlock.Rule());
    }

    @Override
    public void visit(CustomBlock table) {
        endText();
        rows.clear();
        visitChildren(table);
        boolean hasHead = !continues || !blocks.isEmpty();
        List<List<Line>> shown = hasHead ? rows : rows.subList(1, rows.size());
        if (!shown.isEmpty()) {
            blocks.add(new MarkdownBlock.Table(List.copyOf(shown), hasHead));
        }
    }

    @Override
    public void visit(CustomNode part) {
        if (part instanceof TableRow) {
            rows.add(new ArrayList<>());
        }
        visitChildren(part);
        if (part instanceof TableCell) {
            rows.get(rows.size() - 1).add(new Line(Line.Kind.PARAGRAPH, 0, "", false, List.copyOf(runs)));
            runs.clear();
        }
    }

    @Override
    public void visit(Text text) {
        say(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        runs.add(new Run(code.getLiteral(), bold > 0, italic > 0, true, link));
    }

    @Override
    public void visit(HtmlInline html) {
        say(html.getLiteral());
    }

    @Override
    public void visit(Emphasis emphasis) {
        italic++;
        visitChildren(emphasis);
        italic--;
    }

    @Override
    public void visit(StrongEmphasis emphasis) {
        bold++;
        visitChildren(emphasis);
        bold--;
    }

    @Override
    public void visit(Link to) {
        linked(to, to.getDestination());
    }

    @Override
    public void visit(Image picture) {
        linked(picture, picture.getDestination());
    }

    private void linked(Node node, String destination) {
        String outer = link;
        int before = runs.size();
        link = isSafe(destination) ? destination : "";
        visitChildren(node);
        if (runs.size() == before) {
            say(destination);
        } else if (link.isEmpty()) {
            say(" (" + destination + ")");
        }
        link = outer;
    }

    /** Returns whether a click may open it in the browser of the system. */
    static boolean isSafe(String destination) {
        String start = destination.toLowerCase(Locale.ROOT);
        return start.startsWith("https://") || start.startsWith("http://") || start.startsWith("mailto:");
    }

    @Override
    public void visit(SoftLineBreak lineBreak) {
        endLine();
    }

    @Override
    public void visit(HardLineBreak lineBreak) {
        endLine();
    }
}
