package dev.plumbline.testkit.laws;

import dev.plumbline.conversation.ConversationObserver;

/** The laws hold for a view that appends and takes back. */
class PlainObserverLawsTest implements ObserverLaws<PlainObserverLawsTest.Page> {

    /** The words of the round. */
    static final class Page implements ConversationObserver {
        private final StringBuilder words = new StringBuilder();

        @Override
        public void onText(String piece) {
            words.append(piece);
        }

        @Override
        public void onReset() {
            words.setLength(0);
        }
    }

    @Override
    public Page view() {
        return new Page();
    }

    @Override
    public Object shown(Page page) {
        return page.words.toString();
    }
}
