package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each law of session stores catches the one that breaks it. */
class SessionStoreLawsTest {
    private static final Json ONE = Json.object().with("n", 1);
    private static final Json TWO = Json.object().with("n", 2);

    private static SessionStoreLaws laws(SessionStore store) {
        return () -> store;
    }

    @Test
    void storeThatDropsEqualRecords_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            void add(String sessionId, Json record) {
                if (read(sessionId).noneMatch(record::equals)) {
                    super.add(sessionId, record);
                }
            }
        });

        assertThatThrownBy(() -> laws.what_was_appended_is_read(List.of(ONE, ONE), List.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: what was appended is read")
                .hasMessageContaining("input: [{\"n\":1}, {\"n\":1}]")
                .hasMessageContaining("seen:  [{\"n\":1}]")
                .hasMessageContaining("fix:   keep every record whole and in order");
    }

    @Test
    void storeOfOneList_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public Stream<Json> read(String sessionId) {
                return records.values().stream().flatMap(List::stream);
            }
        });

        assertThatThrownBy(() -> laws.what_was_appended_is_read(List.of(), List.of(TWO)))
                .hasMessageContaining("what was appended is read");
        assertThatThrownBy(() -> laws.what_was_appended_is_read(List.of(ONE), List.of(TWO)))
                .hasMessageContaining("keep every record whole and in order");
    }

    @Test
    void storeThatMixesConversations_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            void add(String sessionId, Json record) {
                super.add(sessionId, record);
                if (sessionId.equals("one")) {
                    super.add("other", record);
                }
            }
        });

        assertThatThrownBy(() -> laws.what_was_appended_is_read(List.of(ONE), List.of(TWO)))
                .hasMessageContaining("in the other conversation")
                .hasMessageContaining("keep conversations apart");
    }

    @Test
    void storeThatForgetsAtRest_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public Writer open(String sessionId) {
                super.open(sessionId);
                Writer forgetting = new Lease(sessionId) {
                    @Override
                    public void close() {
                        super.close();
                        records.remove(sessionId);
                    }
                };
                open.put(sessionId, forgetting);
                return forgetting;
            }
        });

        assertThatThrownBy(() -> laws.what_was_appended_is_read(List.of(ONE), List.of()))
                .hasMessageContaining("keep every record whole and in order");
    }

    @Test
    void storeThatBeginsAnewAtEachOpening_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public Writer open(String sessionId) {
                records.remove(sessionId);
                return super.open(sessionId);
            }
        });

        assertThatThrownBy(() -> laws.what_was_appended_is_read(List.of(ONE), List.of()))
                .hasMessageContaining("after a rest")
                .hasMessageContaining("go on where the list ended");
    }

    @Test
    @DisplayName("J2 a map that locks nothing breaks the laws")
    void storeThatLocksNothing_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public Writer open(String sessionId) {
                return new Lease(sessionId) {
                    @Override
                    public void append(List<Json> some) {
                        some.forEach(record -> add(sessionId, record));
                    }
                };
            }
        });

        assertThatThrownBy(() -> laws.second_opening_is_refused(List.of(ONE)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: one writer at a time")
                .hasMessageContaining("a second writer while the first is open")
                .hasMessageContaining("says where the first is");
        assertThatThrownBy(() -> laws.overtaken_writer_is_lost(List.of(ONE)))
                .hasMessageContaining("law broken: a writer that was overtaken is lost")
                .hasMessageContaining("an append of a closed writer");
    }

    @Test
    void storeThatDeletesWhatIsOpen_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public void delete(String sessionId) {
                records.remove(sessionId);
            }
        });

        assertThatThrownBy(() -> laws.second_opening_is_refused(List.of(ONE)))
                .hasMessageContaining("refuse to delete what is open for writing");
    }

    @Test
    void storeWhoseLeasesAnybodyEnds_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public Writer open(String sessionId) {
                super.open(sessionId);
                Writer ending = new Lease(sessionId) {
                    @Override
                    public void close() {
                        open.remove(sessionId);
                    }
                };
                open.put(sessionId, ending);
                return ending;
            }
        });

        assertThatThrownBy(() -> laws.overtaken_writer_is_lost(List.of(ONE)))
                .hasMessageContaining("end a lease once, by its own writer");
    }

    @Test
    void storeThatSetsNothingAside_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public Writer open(String sessionId) {
                super.open(sessionId);
                Writer keeping = new Lease(sessionId) {
                    @Override
                    public String setAside(long position) {
                        return "";
                    }
                };
                open.put(sessionId, keeping);
                return keeping;
            }
        });

        assertThatThrownBy(() -> laws.set_aside_keeps_the_prefix(List.of(ONE), List.of(TWO)))
                .hasMessageContaining("take out what is behind the position, only");
    }

    @Test
    void storeThatDeletesNothing_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public void delete(String sessionId) {}
        });

        assertThatThrownBy(() -> laws.deleted_is_gone(List.of(ONE)))
                .hasMessageContaining("law broken: deleted is gone")
                .hasMessageContaining("input: [{\"n\":1}, ")
                .hasMessageContaining("forget all of a deleted conversation");
    }

    @Test
    void storeThatDeletesEverything_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public void delete(String sessionId) {
                records.clear();
            }
        });

        assertThatThrownBy(() -> laws.deleted_is_gone(List.of(ONE)))
                .hasMessageContaining("another went with it")
                .hasMessageContaining("delete the one conversation only");
    }

    @Test
    void storeThatListsWhatIsGone_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public List<StoredSession> list() {
                return List.of(StoredSession.of("one", ONE, ONE), StoredSession.of("other", ONE, ONE));
            }
        });

        assertThatThrownBy(() -> laws.deleted_is_gone(List.of(ONE)))
                .hasMessageContaining("a list of [one, other]")
                .hasMessageContaining("list what can be read, only");
    }

    @Test
    void storeThatOnlyHidesWhatIsDeleted_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            private boolean hidden;

            @Override
            public void delete(String sessionId) {
                hidden |= sessionId.equals("one");
            }

            @Override
            void add(String sessionId, Json record) {
                hidden &= !sessionId.equals("one");
                super.add(sessionId, record);
            }

            @Override
            public Stream<Json> read(String sessionId) {
                return hidden && sessionId.equals("one") ? Stream.of() : super.read(sessionId);
            }

            @Override
            public List<StoredSession> list() {
                return super.list().stream()
                        .filter(held -> !hidden || !held.id().equals("one"))
                        .toList();
            }
        });

        assertThatThrownBy(() -> laws.deleted_is_gone(List.of(ONE)))
                .hasMessageContaining("records of its former life")
                .hasMessageContaining("begin anew after a deletion");
    }

    @Test
    void storeThatListsByName_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public List<StoredSession> list() {
                return super.list().stream()
                        .sorted(Comparator.comparing(StoredSession::id))
                        .toList();
            }
        });

        assertThatThrownBy(() -> laws.list_says_what_records_say(List.of(ONE)))
                .hasMessageContaining("law broken: the list says what records say")
                .hasMessageContaining("the order [early, late]")
                .hasMessageContaining("newest first");
    }

    @Test
    void storeThatReadsTheNamespaceOfTheLast_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public List<StoredSession> list() {
                return super.list().stream()
                        .map(held -> new StoredSession(held.id(), "", held.last(), held.interrupted()))
                        .toList();
            }
        });

        assertThatThrownBy(() -> laws.list_says_what_records_say(List.of()))
                .hasMessageContaining("take member namespace of the first record");
    }

    @Test
    void storeThatCallsEverythingInterrupted_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public List<StoredSession> list() {
                return super.list().stream()
                        .map(held -> new StoredSession(held.id(), held.namespace(), held.last(), true))
                        .toList();
            }
        });

        assertThatThrownBy(() -> laws.list_says_what_records_say(List.of()))
                .hasMessageContaining("take member open of the last record");
    }
}
