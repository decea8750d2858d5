package dev.plumbline.comparison.harness;

import java.util.List;
import java.util.function.Consumer;

/** A task of a peer. */
public enum PeerTask {
    /** A plain call. */
    ASK {
        @Override
        String run(Peer peer, String words, Consumer<String> pieces) throws Exception {
            return peer.ask(words);
        }
    },
    /** A streamed call. */
    STREAM {
        @Override
        String run(Peer peer, String words, Consumer<String> pieces) throws Exception {
            return peer.stream(words, pieces);
        }
    },
    /** A turn with tools. */
    WORK {
        @Override
        String run(Peer peer, String words, Consumer<String> pieces) throws Exception {
            return peer.talk(List.of(), false).say(words);
        }
    },
    /** A streamed turn with tools. */
    WORK_STREAMED {
        @Override
        String run(Peer peer, String words, Consumer<String> pieces) throws Exception {
            return peer.talk(List.of(), true).say(words);
        }
    },
    /** A turn with tools, with any outcome, and another one in the same conversation. */
    WORK_ON {
        @Override
        String run(Peer peer, String words, Consumer<String> pieces) throws Exception {
            Peer.PeerSession talk = peer.talk(List.of(), false);
            try {
                talk.say(words);
            } catch (Exception | LinkageError | StackOverflowError theFirstTurnFailed) {
                pieces.accept("(the first turn failed)");
            }
            return talk.say("And now?");
        }
    },
    /** A plain call, with any outcome, and another one of the same peer. */
    ASK_ON {
        @Override
        String run(Peer peer, String words, Consumer<String> pieces) throws Exception {
            try {
                peer.ask(words);
            } catch (Exception theFirstCallFailed) {
                pieces.accept("(the first call failed)");
            }
            return peer.ask("And now?");
        }
    },
    /** A streamed call that is cancelled at the first piece. */
    GIVE_UP {
        @Override
        String run(Peer peer, String words, Consumer<String> pieces) throws Exception {
            return peer.giveUp(words) / 1_000 + " us";
        }
    };

    /** Runs the task and returns the library's answer. */
    abstract String run(Peer peer, String words, Consumer<String> pieces) throws Exception;
}
