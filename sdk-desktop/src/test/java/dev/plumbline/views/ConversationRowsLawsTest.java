package dev.plumbline.views;

import dev.plumbline.testkit.laws.ObserverLaws;
import java.util.List;

/** Rows keep the laws of views. */
class ConversationRowsLawsTest implements ObserverLaws<ConversationRows> {
    @Override
    public ConversationRows view() {
        return ConversationRows.of(List::of, List::of, List::of, change -> {});
    }

    @Override
    public Object shown(ConversationRows view) {
        return view.rows();
    }
}
