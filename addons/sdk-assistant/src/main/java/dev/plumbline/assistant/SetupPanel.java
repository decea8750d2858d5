package dev.plumbline.assistant;

import dev.plumbline.assistant.Keys.Place;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.providers.LocalServers;
import dev.plumbline.runtime.AiRuntime;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.GridLayout;
import java.awt.Insets;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.swing.BorderFactory;
import javax.swing.DefaultListCellRenderer;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JPasswordField;
import javax.swing.JScrollPane;
import javax.swing.JTabbedPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.ListCellRenderer;
import org.jspecify.annotations.Nullable;

/**
 * The set-up of an assistant, in a component for the preferences of the host: service, address, model, key, proxy with its
 * login, certificates, a test, and the tools that are allowed without a question. Nothing is kept until {@link #save}; keys and passwords go into the keyring of the
 * system, or are kept for this session. Made by {@link Assistant#setup}; used on the event dispatch thread; nothing of it waits.
 */
public final class SetupPanel {
    private final AssistantSettings settings;
    private final Keys keys;
    private final AssistantWords words;
    private final JPanel panel = new JPanel(new BorderLayout(0, 8));
    private final JComboBox<Service> service = named(new JComboBox<>(Service.values()), "service");
    private final JTextField address = named(new JTextField(28), "url");
    private final JComboBox<Object> model = named(new JComboBox<>(), "model-choice");
    private final JPasswordField key = named(new JPasswordField(28), "secret");
    private final JTextField variable = named(new JTextField(28), "key");
    private final JTextField proxy = named(new JTextField(28), "proxy");
    private final JTextField proxyUser = named(new JTextField(8), "proxy-user");
    private final JPasswordField proxyPassword = named(new JPasswordField(8), "proxy-password");
    private final JTextField trust = named(new JTextField(28), "trust");
    private final JLabel keyState = named(new JLabel(" "), "key-state");
    private final JTextArea result = named(new JTextArea(4, 36), "result");
    private final JTextArea prompts = named(new JTextArea(8, 28), "prompts");
    private final JTabbedPane tabs = named(new JTabbedPane(), "tabs");
    private final JPanel allowed = new JPanel(new FlowLayout(FlowLayout.LEADING, 4, 0));
    private Map<String, String> shown; // the settings as they were when the panel was made, or last saved
    private int asked;

    SetupPanel(AssistantSettings settings, Keys keys, AssistantWords words) {
        this.settings = settings;
        this.keys = keys;
        this.words = words;
        ModelChoice now = ModelChoice.read(settings);
        service.setSelectedItem(now.service());
        address.setText(now.address());
        model.setEditable(true);
        model.getEditor().getEditorComponent().setName("plumbline-model");
        model.setSelectedItem(now.model());
        model.setRenderer(renderer(this::shown));
        service.setRenderer(renderer(this::title));
        variable.setText(now.variable());
        proxy.setText(now.proxy());
        proxyUser.setText(now.proxyUser());
        trust.setText(now.trust());
        prompts.setText(settings.get(PromptLibrary.KEY));
        shown = texts(now);
        prompts.setLineWrap(true);
        prompts.setWrapStyleWord(true);
        prompts.getAccessibleContext().setAccessibleName(words.say("setup.tab.prompts"));
        result.setEditable(false);
        result.setLineWrap(true);
        result.setWrapStyleWord(true);
        service.addActionListener(chosen -> showKeyState());
        address.addFocusListener(new FocusAdapter() {
            @Override
            public void focusLost(FocusEvent left) {
                showKeyState(); // another address may need a key
            }
        });
        layOut();
        showAllowed();
        showKeyState();
    }

    private static <C extends Component> C named(C component, String name) {
        component.setName("plumbline-" + name);
        return component;
    }

    /** Returns the component to add to a page or a window. */
    public JPanel component() {
        return panel;
    }

    private void layOut() {
        JPanel form = new JPanel(new GridBagLayout());
        GridBagConstraints at = new GridBagConstraints();
        at.gridx = 0;
        at.gridy = -1;
        at.weightx = 1;
        at.fill = GridBagConstraints.HORIZONTAL;
        at.insets = new Insets(2, 4, 2, 4);
        row(form, at, "service", service, button("find", this::findServers));
        row(form, at, "address", address, null);
        row(form, at, "model", model, button("list", this::listModels));
        row(form, at, "key", key, button("delete-key", this::deleteKey));
        at.gridy++;
        form.add(keyState, at);
        row(form, at, "variable", variable, null);
        row(form, at, "proxy", proxy, proxyLogin());
        row(form, at, "trust", trust, null);
        JPanel below = new JPanel(new BorderLayout(4, 4));
        JPanel testing = new JPanel(new FlowLayout(FlowLayout.LEADING, 4, 0));
        testing.add(button("test", this::test));
        below.add(testing, BorderLayout.NORTH);
        below.add(new JScrollPane(result), BorderLayout.CENTER);
        JPanel tools = new JPanel(new BorderLayout(4, 8));
        JPanel top = new JPanel(new BorderLayout(4, 8));
        if (ToolServers.arePossible()) {
            top.add(
                    new ToolServersPanel(new ToolServers(settings, keys), this::enteredNetwork, words).component(),
                    BorderLayout.NORTH);
        }
        top.add(allowed, BorderLayout.SOUTH);
        tools.add(top, BorderLayout.NORTH);
        JPanel asked = new JPanel(new BorderLayout(4, 4));
        asked.add(explained("setup.prompts"), BorderLayout.NORTH);
        asked.add(new JScrollPane(prompts), BorderLayout.CENTER);
        JPanel first = new JPanel(new BorderLayout(0, 8));
        first.add(form, BorderLayout.NORTH);
        first.add(below, BorderLayout.CENTER);
        tabs.addTab(words.say("setup.tab.model"), padded(first));
        tabs.addTab(words.say("setup.tab.tools"), padded(tools));
        tabs.addTab(words.say("setup.tab.prompts"), padded(asked));
        panel.add(tabs, BorderLayout.CENTER);
        panel.setMinimumSize(new Dimension(0, 0));
    }

    private static JComponent padded(JComponent part) {
        part.setBorder(BorderFactory.createEmptyBorder(6, 4, 4, 4));
        return part;
    }

    private JTextArea explained(String key) {
        JTextArea text = new JTextArea(words.say(key));
        text.setEditable(false);
        text.setOpaque(false);
        text.setFocusable(false);
        text.setLineWrap(true);
        text.setWrapStyleWord(true);
        text.setFont(panel.getFont());
        return text;
    }

    private void row(JPanel form, GridBagConstraints at, String name, JComponent field, @Nullable JComponent more) {
        JLabel label = new JLabel(words.say("setup." + name));
        label.setLabelFor(field);
        at.gridy++;
        form.add(label, at);
        JPanel line = new JPanel(new BorderLayout(4, 0));
        line.add(field, BorderLayout.CENTER);
        if (more != null) {
            line.add(more, BorderLayout.EAST);
        }
        at.gridy++;
        form.add(line, at);
    }

    /** Returns the fields for the login at a proxy, which stand beside it: most people need none. */
    private JComponent proxyLogin() {
        JPanel login = new JPanel(new GridLayout(1, 2, 4, 0));
        for (JTextField field : List.of(proxyUser, proxyPassword)) {
            String text = words.say(field == proxyUser ? "setup.proxy-user" : "setup.proxy-password");
            field.setToolTipText(text);
            field.getAccessibleContext().setAccessibleName(text);
            login.add(field);
        }
        return login;
    }

    private JButton button(String name, Runnable action) {
        JButton button = named(new JButton(words.say("setup." + name)), name);
        button.addActionListener(pressed -> action.run());
        return button;
    }

    /** Returns what is entered now. */
    private ModelChoice entered() {
        Object chosen = model.getEditor().getItem();
        String name = chosen instanceof ModelInfo info ? info.id().name() : String.valueOf(chosen);
        return new ModelChoice(
                (Service) service.getSelectedItem(),
                address.getText().strip(),
                name.strip(),
                variable.getText().strip(),
                proxy.getText().strip(),
                proxyUser.getText().strip(),
                trust.getText().strip());
    }

    /** Returns the keys, with the one that is entered before those that are kept. */
    private Keys enteredKeys() {
        return keys.with(typedKeys());
    }

    /** Returns what makes the proxy and the certificates that are entered, beside the UI thread. */
    private Supplier<NetworkSettings> enteredNetwork() {
        ModelChoice now = entered();
        Keys with = enteredKeys();
        return () -> now.network(with);
    }

    private Map<String, String> texts(ModelChoice choice) {
        Map<String, String> texts = new HashMap<>(choice.texts());
        texts.put(PromptLibrary.KEY, prompts.getText().strip());
        return texts;
    }

    /** Returns the key and the password that are entered, by their names; those that are not are missing. */
    private Map<String, char[]> typedKeys() {
        Map<String, char[]> typed = new HashMap<>();
        typed.put(entered().service().name(), key.getPassword());
        typed.put(ModelChoice.PROXY_PASSWORD, proxyPassword.getPassword());
        typed.values().removeIf(each -> each.length == 0);
        return typed;
    }

    /**
     * Keeps what was entered, and all windows of the assistant follow.
     *
     * @return completes with true when it is kept, with false if it cannot be: then the panel says why and what was entered stays
     */
    public CompletableFuture<Boolean> save() {
        ModelChoice now = entered();
        Map<String, char[]> typed = typedKeys();
        CompletableFuture<Boolean> saved = new CompletableFuture<>();
        try {
            now.requireProxy();
            Map<String, String> texts = texts(now);
            Map<String, String> changed = new HashMap<>(texts);
            changed.entrySet().removeAll(shown.entrySet()); // another program may have changed what was left here
            settings.put(changed);
            shown = texts;
        } catch (AiException refused) {
            show(Faults.sentence(refused, words));
            return CompletableFuture.completedFuture(false);
        } catch (UncheckedIOException | IllegalStateException | IllegalArgumentException failed) {
            show(words.say("setup.not-kept", String.valueOf(failed.getMessage())));
            return CompletableFuture.completedFuture(false);
        }
        if (typed.isEmpty()) {
            return CompletableFuture.completedFuture(true);
        }
        key.setText(""); // it is never shown again
        proxyPassword.setText("");
        show(words.say("setup.storing"));
        Background.run(
                () -> {
                    try {
                        return typed.entrySet().stream()
                                .map(each -> keys.store(each.getKey(), each.getValue()))
                                .reduce(Place.KEYRING, (one, other) -> one == Place.KEYRING ? other : one);
                    } finally {
                        typed.values().forEach(each -> Arrays.fill(each, ' '));
                    }
                },
                (place, failure) -> {
                    show(place == Place.KEYRING ? "" : words.say("setup.for-session"));
                    showKeyState();
                    settings.changed();
                    saved.complete(true);
                });
        return saved;
    }

    private void deleteKey() {
        Service from = entered().service();
        key.setText("");
        Background.run(
                () -> {
                    keys.delete(from);
                    return from;
                },
                (done, failure) -> showKeyState());
    }

    private void showKeyState() {
        ModelChoice now = entered();
        keyState.setText(" ");
        Background.run(() -> keys.place(now), (place, failure) -> {
            if (place != null && now.service() == service.getSelectedItem()) {
                String state = place == Place.NONE && !now.needsKey() ? "optional" : place.name();
                keyState.setText(words.say("setup.key." + state, now.keyVariable()));
            }
        });
    }

    private void show(String text) {
        result.setText(text);
        result.setCaretPosition(0);
    }

    /** Does something with the provider that is entered, and shows what came of it unless something else was asked since. */
    private <T> void ask(String doing, Supplier<T> work, Consumer<T> done) {
        int mine = ++asked;
        show(words.say(doing));
        Background.run(work, (value, failure) -> {
            if (mine == asked) {
                if (failure != null) {
                    show(Faults.sentence(failure, words));
                } else if (value != null) {
                    done.accept(value);
                }
            }
        });
    }

    private void test() {
        ModelChoice now = entered();
        Keys with = enteredKeys();
        ask("setup.testing", () -> tested(now, with), this::show);
    }

    private String tested(ModelChoice choice, Keys with) {
        AiProvider provider = choice.provider(with);
        try (AiRuntime ai = AiRuntime.of(provider)) {
            AiReturn ret = ai.send("Answer with the word yes.");
            return ret.error()
                    .map(error -> Faults.sentence(new AiException(error), words) + "\n"
                            + error.providerMessage().text())
                    .orElseGet(() -> words.say(
                            "setup.works",
                            provider.defaultModel(),
                            Long.toString(ret.usage().total())));
        }
    }

    private void listModels() {
        ModelChoice now = entered();
        Keys with = enteredKeys();
        ask(
                "setup.listing",
                () -> {
                    // a list needs no model, and some builders do
                    ModelChoice any = now.model().isEmpty() ? now.withModel("any") : now;
                    try (AiProvider provider = any.provider(with)) {
                        return provider.fetchModels();
                    }
                },
                this::showModels);
    }

    private void showModels(List<ModelInfo> found) {
        Object chosen = model.getEditor().getItem();
        model.removeAllItems();
        found.stream().filter(each -> !each.deprecated()).forEach(model::addItem);
        model.setSelectedItem(chosen);
        show(words.say("setup.listed", found.size()));
        if (model.isShowing()) {
            model.showPopup();
        }
    }

    private void findServers() {
        ask("setup.finding", LocalServers::find, found -> {
            if (found.isEmpty()) {
                show(words.say("setup.none-found"));
                return;
            }
            LocalServers.Found first = found.get(0);
            service.setSelectedItem(first.isOllama() ? Service.OLLAMA : Service.OTHER);
            address.setText(first.address());
            model.removeAllItems();
            first.models().forEach(model::addItem);
            model.setSelectedItem(first.models().stream().findFirst().orElse(""));
            show(found.stream()
                    .map(each -> each.name() + " " + each.address() + ": " + String.join(", ", each.models()))
                    .collect(Collectors.joining("\n")));
        });
    }

    private void showAllowed() {
        AlwaysAllowed always = new AlwaysAllowed(settings);
        allowed.removeAll();
        Map<String, String> tools = always.tools();
        if (!tools.isEmpty()) {
            allowed.add(new JLabel(words.say("setup.allowed")));
        }
        for (String tool : tools.keySet()) {
            JButton remove = new JButton(words.say("setup.ask-again", tool));
            remove.setName("plumbline-ask-again-" + tool);
            remove.addActionListener(pressed -> {
                always.remove(tool);
                showAllowed();
            });
            allowed.add(remove);
        }
        allowed.revalidate();
        allowed.repaint();
    }

    /** Shows the values of a box by these texts. */
    private static <T> ListCellRenderer<T> renderer(Function<Object, Object> text) {
        DefaultListCellRenderer label = new DefaultListCellRenderer();
        return (list, value, index, isSelected, hasFocus) ->
                label.getListCellRendererComponent(list, text.apply(value), index, isSelected, hasFocus);
    }

    private Object title(Object value) {
        return value instanceof Service known && !known.title().isEmpty()
                ? known.title()
                : words.say("setup.other-service");
    }

    /** Returns a model by its name, with its context and its price if they are known. */
    private Object shown(Object value) {
        return value instanceof ModelInfo info ? described(info) : value;
    }

    String described(ModelInfo info) {
        String context = info.contextTokens() > 0 ? words.say("setup.context", info.contextTokens() / 1000) : "";
        Optional<ModelInfo.Prices> prices = info.prices().stream().reduce((older, newer) -> newer);
        String price = prices.map(each -> words.say(
                        "setup.price", each.tokens().input(), each.tokens().output(), each.currency()))
                .orElse("");
        return info.id().name() + context + price;
    }
}
