package dev.plumbline.comparison.harness;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A measured scenario: the operation, the number of warm-up operations, and the number of measured ones. Plain calls
 * and turns with tools are measured in three phases, because they differ: the first call of a process, the next few,
 * which are all that most plug-ins make, and calls after the JVM's compiler has finished.
 */
public enum Scenario {
    /** From the start of the process to the first reply. */
    COLD(0, 1) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            expect(stage.peer().ask("Hello?"), WORD);
        }
    },
    /** From the start of the process to the end of the first turn with a tool. */
    COLD_TOOL(0, 1) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            stage.draw("Draw three walls.");
        }
    },
    /** {@link #COLD}, over TLS. */
    COLD_TLS(0, 1) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            COLD.operate(stage, i);
        }
    },
    /** {@link #COLD_TOOL}, over TLS. */
    COLD_TOOL_TLS(0, 1) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            COLD_TOOL.operate(stage, i);
        }
    },
    /** A question and its answer, the second to the fiftieth of a process. */
    PLAIN_YOUNG(0, 49) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            PLAIN.operate(stage, i);
        }
    },
    /** A question and its answer, after 100,000. */
    PLAIN(100_000, 5_000) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            expect(stage.peer().ask("How long is wall " + i + "?"), WORD);
        }
    },
    /** An answer in 2,000 pieces. */
    STREAM(400, 150) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            String text = stage.peer().stream("Describe wall " + i + ".", stage::see);
            expect(text.length() + " " + stage.seen(), STREAMED + " " + STREAMED);
        }
    },
    /** A turn with one round of three tool calls, the second to the twentieth of a process. */
    TOOLS_YOUNG(0, 19) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            TOOLS.operate(stage, i);
        }
    },
    /** A turn with one round of three tool calls, after 40,000. */
    TOOLS(40_000, 2_000) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            stage.draw("Draw three walls, plan " + i + ".");
        }
    },
    /** A question behind 1,000 messages. */
    TRANSCRIPT(1_000, 200) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            expect(stage.transcript().say("And wall " + i + "?"), WORD);
        }
    },
    /** Fifty turns of a conversation that has 900 messages first and 1,000 at last. */
    CONVERSATION(12, 4) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            try (Peer.PeerSession talk = stage.peer().talk(Stage.said(900), false)) {
                for (int turn = 0; turn < 50; turn++) {
                    expect(talk.say("And wall " + i + "." + turn + "?"), WORD);
                }
            }
        }
    },
    /** A stream that is cancelled at its first piece. */
    CANCEL(30, 30) {
        @Override
        void operate(Stage stage, int i) throws Exception {
            stage.peer().giveUp("Go on for ever, " + i + ".");
        }
    };

    /** The server's answer to a question. */
    public static final String WORD = "Five metres.";

    /** The server's answer after three walls were drawn. */
    public static final String DRAWN = "Three walls are drawn.";

    /** The processor of the measured process; the service has another one. */
    public static final int PROCESSOR = 1;

    private static final int FIRST_NUMBER = 200_000;

    /** The number of characters of the long stream. */
    public static final int STREAMED = 13_800;

    private final int warm;
    private final int measured;

    Scenario(int warm, int measured) {
        this.warm = warm;
        this.measured = measured;
    }

    abstract void operate(Stage stage, int i) throws Exception;

    /** Returns the configuration of a peer for this scenario. */
    PeerConfig config(URI base) {
        return new PeerConfig(
                URI.create(base + "/" + name() + "/v1"), "sk-test", Duration.ofSeconds(30), Duration.ofSeconds(60));
    }

    /** Returns the number of warm-up operations; 0 if the process is measured from its start. */
    public int warm() {
        return warm;
    }

    /** Returns the number of measured operations. */
    public int measured() {
        return measured;
    }

    /** Returns whether the service is called over TLS. */
    public boolean isSecured() {
        return this == COLD_TLS || this == COLD_TOOL_TLS;
    }

    ResourceCost cost(Peer peer) throws Exception {
        AllocationCounter allocations = AllocationCounter.watched();
        Stage stage = new Stage(peer);
        operate(stage, 0);
        if (measured == 1) {
            return ResourceCost.sinceStart(allocations);
        }
        return warm == 0 ? young(stage, allocations) : steady(stage, allocations);
    }

    private ResourceCost young(Stage stage, AllocationCounter allocations) throws Exception {
        ResourceCost start = ResourceCost.now(allocations);
        operate(stage, 1, measured);
        return ResourceCost.now(allocations).since(start, measured);
    }

    /**
     * Loads the classes for counting and pinning before the warm-up, because classes that are loaded later make the JVM
     * compile again.
     */
    private ResourceCost steady(Stage stage, AllocationCounter allocations) throws Exception {
        var unused = ResourceCost.now(allocations);
        CpuAffinity.use(CpuAffinity.ALL);
        operate(stage, 1, warm);
        CpuAffinity.use(String.valueOf(PROCESSOR));
        ResourceCost start = ResourceCost.now(allocations);
        operate(stage, warm + 1, warm + measured / 2);
        ResourceCost middle = ResourceCost.now(allocations);
        operate(stage, warm + measured / 2 + 1, warm + measured);
        return ResourceCost.now(allocations).since(start, middle, measured);
    }

    /**
     * Runs operations, numbered with six digits, because texts of another shape would be processed by code that is not
     * compiled.
     */
    private void operate(Stage stage, int first, int last) throws Exception {
        for (int i = first; i <= last; i++) {
            operate(stage, FIRST_NUMBER + i);
        }
    }

    private static void expect(String said, String expected) {
        if (!said.equals(expected)) {
            throw new IllegalStateException("\"" + said + "\" is not \"" + expected + "\"");
        }
    }

    /** The state that the operations of a scenario share. */
    static final class Stage {
        private final Peer peer;
        private final List<Peer.PeerSession> opened = new ArrayList<>();
        private int seen;

        Stage(Peer peer) {
            this.peer = peer;
        }

        Peer peer() {
            return peer;
        }

        /** Runs a conversation of one turn, in which three walls are drawn. */
        void draw(String words) throws Exception {
            try (Peer.PeerSession talk = peer.talk(List.of(), false)) {
                expect(talk.say(words), DRAWN);
            }
        }

        void see(String piece) {
            seen += piece.length();
        }

        /** Returns the number of characters seen since the last call. */
        int seen() {
            int sum = seen;
            seen = 0;
            return sum;
        }

        /** Returns a session with a history of a thousand messages. */
        Peer.PeerSession transcript() throws Exception {
            if (opened.isEmpty()) {
                opened.add(peer.behind(said(1000)));
            }
            return opened.get(0);
        }

        static List<String> said(int messages) {
            List<String> said = new ArrayList<>();
            for (int i = 0; i < messages; i += 2) {
                said.add("Move wall " + i
                        + " of A-WALL-EXT by 12.5 mm to the left, please, and say what is \"next\" to it.");
                said.add("Wall " + i + " stands 12.5 mm further to the left now; the door D-" + i
                        + " is next to it, 0.9 m wide.");
            }
            return said;
        }
    }
}
