package dev.plumbline.views;

import dev.plumbline.views.TextRegions.Region;
import java.awt.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.swing.Box;
import javax.swing.JComponent;

/** A text of a row as cells. Only its last region changes while it grows, and a region out of sight is not read. */
final class Section {
    private final ShownRow row;
    private final Kind kind;
    private TextRegions regions;
    private String whole;
    private int settled;
    private final List<List<Cell>> groups = new ArrayList<>();

    /** How a text is shown. */
    enum Kind {
        MARKDOWN,
        PLAIN,
        /** With letters of one width. */
        DATA
    }

    Section(ShownRow row, Kind kind, String text) {
        this.row = row;
        this.kind = kind;
        this.whole = text;
        this.regions = TextRegions.of(text, kind == Kind.MARKDOWN);
        fill();
    }

    private void fill() {
        while (groups.size() < regions.count()) {
            groups.add(List.of(new RegionCell(groups.size())));
        }
        settled = Math.max(0, regions.count() - 1);
    }

    Kind kind() {
        return kind;
    }

    List<Cell> cells() {
        List<Cell> all = new ArrayList<>();
        groups.forEach(all::addAll);
        return all;
    }

    /** Adds text, which is among the cells after {@link #refresh}. */
    void append(String piece) {
        regions.append(piece);
        whole = "";
    }

    /** Takes another text; what it has in common with the one before is not laid out again. */
    void set(String text) {
        if (!text.equals(whole)) {
            TextRegions others = TextRegions.of(text, kind == Kind.MARKDOWN);
            int same = 0;
            while (same < Math.min(settled, others.count()) && regions.get(same).equals(others.get(same))) {
                same++;
            }
            regions = others;
            whole = text;
            settled = same;
            refresh();
        }
    }

    /** Returns the code that begins in that cell. */
    String codeFrom(CodeCell first) {
        StringBuilder code = new StringBuilder(first.block().code());
        for (int i = 0; i < groups.size(); i++) {
            List<Cell> group = groups.get(i);
            if (group.get(group.size() - 1) == first) {
                boolean goesOn = true;
                for (int next = i + 1; goesOn && next < regions.count(); next++) {
                    List<MarkdownBlock> blocks = read(regions.get(next));
                    goesOn = !blocks.isEmpty()
                            && blocks.get(0) instanceof MarkdownBlock.Code more
                            && more.continues()
                            && code.append(more.code()).length() > 0
                            && blocks.size() == 1;
                }
            }
        }
        return code.toString();
    }

    /** Returns the cell that begins the first region with those words; empty if there is none. */
    Optional<Cell> find(Pattern words) {
        for (int i = 0; i < groups.size(); i++) {
            if (words.matcher(regions.get(i).text()).find()) {
                return Optional.of(groups.get(i).get(0));
            }
        }
        return Optional.empty();
    }

    /** Brings the cells up to date. */
    void refresh() {
        if (groups.size() > regions.count()) {
            groups.subList(regions.count(), groups.size()).clear();
        }
        for (int i = settled; i < groups.size(); i++) {
            refresh(i);
        }
        fill();
    }

    private void refresh(int index) {
        List<Cell> old = groups.get(index);
        if (old.get(0) instanceof RegionCell) {
            groups.set(index, List.of(new RegionCell(index)));
        } else {
            List<Cell> now = new ArrayList<>();
            for (MarkdownBlock block : read(regions.get(index))) {
                Cell cell = now.size() < old.size() ? old.get(now.size()) : null;
                now.add(cell instanceof BlockCell same && same.show(block) ? cell : BlockCell.of(row, kind, block));
            }
            groups.set(index, now.isEmpty() ? List.of(new RegionCell(index)) : now);
        }
    }

    private List<MarkdownBlock> read(Region region) {
        return kind == Kind.MARKDOWN ? MarkdownReader.read(region) : List.of(MarkdownReader.plain(region.text()));
    }

    /** A region that was not seen yet. */
    private final class RegionCell extends Cell {
        private final int index;
        private boolean isBlank;

        RegionCell(int index) {
            super(Section.this.row);
            this.index = index;
        }

        @Override
        List<Cell> opened() {
            List<Cell> shown = new ArrayList<>();
            if (!isBlank) {
                read(regions.get(index)).forEach(block -> shown.add(BlockCell.of(row(), kind, block)));
                isBlank = shown.isEmpty();
            }
            if (!isBlank) {
                groups.set(index, List.copyOf(shown));
                row().sync(false);
            }
            return shown;
        }

        @Override
        int estimate(int pixels) {
            return isBlank ? 0 : row().estimate(regions.length(index), pixels);
        }

        @Override
        int length() {
            return 0;
        }

        @Override
        JComponent create() {
            return (JComponent) Box.createRigidArea(new Dimension());
        }

        @Override
        int measure(int pixels) {
            return 0;
        }
    }
}
