package dev.plumbline.examples.uidriver;

import java.awt.Component;
import java.awt.EventQueue;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.awt.event.WindowEvent;
import java.io.File;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/** What the agent can do: look, click and type with the mouse and the keys of the screen, and say what it sees. */
final class UiRobot {
    /** Long enough for a machine that does four times what it can; nothing is asserted about it. */
    private static final long PATIENCE = 90_000;

    private final Robot robot;
    private final UiThreadMonitor watch = new UiThreadMonitor();
    private long chosen;
    private long pressed;

    UiRobot() {
        try {
            robot = new Robot();
            robot.setAutoDelay(8);
        } catch (java.awt.AWTException e) {
            throw new IllegalStateException("there is no screen", e);
        }
    }

    String does(String[] order) throws Exception {
        return switch (order[0]) {
            case "window" -> window(order[1], PATIENCE);
            case "start" -> window(order[1], 2 * PATIENCE);
            case "gone" -> gone(order[1]);
            case "label" -> label(order[1]);
            case "menu" -> menu(order[1], order[2], order[3]);
            case "choose" -> choose(order[1], order[2]);
            case "click" -> click(order[1]);
            case "type" -> type(order[1], order[2]);
            case "typed" -> typed(order[1]);
            case "press" -> press(order[1]);
            case "text" -> onScreen(() -> ScreenInspector.allWordsOf(ScreenInspector.find(order[1])));
            case "says" -> says(order);
            case "since" -> since(order);
            case "close" -> close(order[1]);
            case "watch" -> watch.begin();
            case "answers" -> watch.end();
            case "shot" -> shot(order[1]);
            case "threads" -> threads(order[1]);
            default -> throw new IllegalArgumentException("unknown order " + order[0]);
        };
    }

    private String window(String title, long patience) throws Exception {
        await("a window " + title, patience, () -> ScreenInspector.window(title) != null);
        return ScreenInspector.titleOf(ScreenInspector.window(title));
    }

    private String gone(String title) throws Exception {
        await("no window " + title, () -> ScreenInspector.window(title) == null);
        return "";
    }

    private String label(String text) throws Exception {
        await("the words " + text, () -> ScreenInspector.label(text) != null);
        return "";
    }

    /** Opens a menu of that window and chooses the item whose text begins so. */
    private String menu(String title, String menu, String item) throws Exception {
        window(title, PATIENCE);
        return choose(() -> ScreenInspector.menu(title, menu), item);
    }

    /** Opens the menu behind a button and chooses the item that is called so. */
    private String choose(String button, String item) throws Exception {
        awaitEnabled(button);
        return choose(() -> ScreenInspector.find(button), item);
    }

    private String choose(Callable<Component> menu, String item) throws Exception {
        for (int attempt = 0; attempt < 10; attempt++) {
            clickOn(menu);
            if (isOpen(item)) {
                break;
            }
            press("ESCAPE"); // the click came before the window was ready for it, or the item is still disabled
        }
        await("the item " + item, () -> ScreenInspector.openItem(item) != null);
        chosen = System.nanoTime();
        clickOn(() -> ScreenInspector.openItem(item));
        return "";
    }

    /** Whether the item is there, three seconds from now at the latest. */
    private static boolean isOpen(String item) throws Exception {
        for (int i = 0; i < 100 && onScreen(() -> ScreenInspector.openItem(item)) == null; i++) {
            Thread.sleep(30);
        }
        return onScreen(() -> ScreenInspector.openItem(item)) != null;
    }

    private String click(String name) throws Exception {
        awaitEnabled(name);
        clickOn(() -> ScreenInspector.find(name));
        return "";
    }

    private static void awaitEnabled(String name) throws Exception {
        await(name + " to be clicked", () -> {
            Component found = ScreenInspector.find(name);
            return found != null && found.isEnabled();
        });
    }

    /** Clicks once it stands still with the mouse on it: a window manager moves a window after it was opened. */
    private void clickOn(Callable<Component> found) throws Exception {
        Point middle = middleOf(found);
        for (Point before = null; !middle.equals(before); middle = middleOf(found)) {
            before = middle;
            robot.mouseMove(middle.x, middle.y);
            robot.waitForIdle();
            Thread.sleep(50);
        }
        robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
        robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
        robot.waitForIdle();
    }

    private static Point middleOf(Callable<Component> found) throws Exception {
        return onScreen(() -> {
            Component component = found.call();
            Point at = component.getLocationOnScreen();
            return new Point(at.x + component.getWidth() / 2, at.y + component.getHeight() / 2);
        });
    }

    /** Types into a field until the field says what was typed: what is typed without the focus goes nowhere. */
    private String type(String name, String text) throws Exception {
        for (int attempt = 0; attempt < 5; attempt++) {
            click(name);
            awaitFocus(name);
            press("CTRL+A");
            text.chars().forEach(this::stroke);
            robot.waitForIdle();
            if (onScreen(() -> ScreenInspector.wordsOf(ScreenInspector.find(name)))
                    .equals(text)) {
                return "";
            }
        }
        throw new AssertionError(name + " has another text than was typed");
    }

    /** Waits until it has the focus, three seconds at the most: keys before that are shortcuts of the program. */
    private static void awaitFocus(String name) throws Exception {
        for (int i = 0; i < 100 && onScreen(() -> ScreenInspector.focused() != ScreenInspector.find(name)); i++) {
            Thread.sleep(30);
        }
    }

    /** Types into the field that has the focus, until it has this text and nothing else. */
    private String typed(String text) throws Exception {
        for (int attempt = 0; attempt < 5; attempt++) {
            await("a field that has the focus", () -> ScreenInspector.focused() != null);
            press("CTRL+A");
            text.chars().forEach(this::stroke);
            robot.waitForIdle();
            if (onScreen(() -> ScreenInspector.wordsOf(ScreenInspector.focused()))
                    .equals(text)) {
                return "";
            }
        }
        throw new AssertionError("the field with the focus has another text than was typed");
    }

    private void stroke(int character) {
        int code = KeyEvent.getExtendedKeyCodeForChar(character);
        boolean shift = Character.isUpperCase(character) || "_:?!\"".indexOf(character) >= 0;
        if (shift) {
            robot.keyPress(KeyEvent.VK_SHIFT);
        }
        robot.keyPress(code);
        robot.keyRelease(code);
        if (shift) {
            robot.keyRelease(KeyEvent.VK_SHIFT);
        }
    }

    private String press(String keys) {
        pressed = System.nanoTime();
        int[] codes = Arrays.stream(keys.split("\\+")).mapToInt(UiRobot::code).toArray();
        Arrays.stream(codes).forEach(robot::keyPress);
        for (int i = codes.length; i-- > 0; ) {
            robot.keyRelease(codes[i]);
        }
        robot.waitForIdle();
        return "";
    }

    private static int code(String key) {
        return switch (key) {
            case "CTRL" -> KeyEvent.VK_CONTROL;
            case "ENTER" -> KeyEvent.VK_ENTER;
            case "ESCAPE" -> KeyEvent.VK_ESCAPE;
            default -> KeyEvent.getExtendedKeyCodeForChar(key.charAt(0));
        };
    }

    private static String says(String[] order) throws Exception {
        long begun = System.nanoTime();
        return Long.toString(TimeUnit.NANOSECONDS.toMillis(seen(order) - begun));
    }

    /** When a thing, named first, says what matches the second. */
    private static long seen(String[] order) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE);
        String text = "";
        while (System.nanoTime() < end) {
            text = onScreen(() -> ScreenInspector.allWordsOf(ScreenInspector.find(order[1])));
            if (text.matches("(?s)" + order[2])) {
                return System.nanoTime();
            }
            Thread.sleep(2);
        }
        throw new AssertionError(order[1] + " says after " + PATIENCE + " ms: " + text);
    }

    /** The microseconds since an item of a menu was clicked, and since a key was pressed. */
    private String since(String[] order) throws Exception {
        long now = seen(order);
        return TimeUnit.NANOSECONDS.toMicros(now - chosen) + " " + TimeUnit.NANOSECONDS.toMicros(now - pressed);
    }

    /** As the window manager does when its cross is clicked. */
    private String close(String title) throws Exception {
        await("a window " + title, () -> ScreenInspector.window(title) != null);
        Window window = ScreenInspector.window(title);
        Toolkit.getDefaultToolkit()
                .getSystemEventQueue()
                .postEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSING));
        return "";
    }

    private String shot(String file) throws Exception {
        robot.waitForIdle();
        Rectangle all = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
        ImageIO.write(robot.createScreenCapture(all), "png", new File(file));
        return file;
    }

    private static String threads(String pattern) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches(pattern))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static void await(String what, BooleanSupplier seen) throws Exception {
        await(what, PATIENCE, seen);
    }

    private static void await(String what, long patience, BooleanSupplier seen) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
        while (!onScreen(seen::getAsBoolean)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + what + "; there are " + ScreenInspector.titles());
            }
            Thread.sleep(20);
        }
    }

    private static <T> T onScreen(Callable<T> look) throws Exception {
        FutureTask<T> task = new FutureTask<>(look);
        EventQueue.invokeLater(task);
        return task.get(PATIENCE * 2, TimeUnit.MILLISECONDS);
    }
}
