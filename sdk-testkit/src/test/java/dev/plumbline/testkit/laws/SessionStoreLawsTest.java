package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of session stores catches the one that breaks it. */
class SessionStoreLawsTest {
    private static final Json ONE = Json.object().with("n", 1);
    private static final Json TWO = Json.object().with("n", 2);

    private static SessionStoreLaws laws(ListSessionStore store) {
        return new SessionStoreLaws() {
            @Override
            public SessionStore store() {
                return store;
            }

            @Override
            public SessionStore another(SessionStore first) {
                return store.another();
            }
        };
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
            public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
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
            public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
                super.open(sessionId, limit, cancellation);
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
            public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
                records.remove(sessionId);
                return super.open(sessionId, limit, cancellation);
            }
        });

        assertThatThrownBy(() -> laws.what_was_appended_is_read(List.of(ONE), List.of()))
                .hasMessageContaining("after a rest")
                .hasMessageContaining("continue at the end of the list");
    }

    @Test
    @Tag("J2")
    @DisplayName("J2 a map that locks nothing breaks the laws")
    void storeThatLocksNothing_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
                return new Lease(sessionId) {
                    @Override
                    public void append(long position, List<Json> some, Duration limit, Cancellation cancellation) {
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
            public void delete(String sessionId, Duration limit, Cancellation cancellation) {
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
            public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
                super.open(sessionId, limit, cancellation);
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
            public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
                super.open(sessionId, limit, cancellation);
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
                .hasMessageContaining("remove only the records after the position");
    }

    @Test
    void storeThatDeletesNothing_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public void delete(String sessionId, Duration limit, Cancellation cancellation) {}
        });

        assertThatThrownBy(() -> laws.deleted_is_gone(List.of(ONE)))
                .hasMessageContaining("law broken: deleted is gone")
                .hasMessageContaining("input: [{\"n\":1}, ")
                .hasMessageContaining("delete all records of a deleted conversation");
    }

    @Test
    void storeThatDeletesEverything_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public void delete(String sessionId, Duration limit, Cancellation cancellation) {
                records.clear();
            }
        });

        assertThatThrownBy(() -> laws.deleted_is_gone(List.of(ONE)))
                .hasMessageContaining("another conversation was deleted, too")
                .hasMessageContaining("delete the one conversation only");
    }

    @Test
    void storeThatListsWhatIsGone_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public List<StoredSession> list(Duration limit, Cancellation cancellation) {
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
            public void delete(String sessionId, Duration limit, Cancellation cancellation) {
                hidden |= sessionId.equals("one");
            }

            @Override
            void add(String sessionId, Json record) {
                hidden &= !sessionId.equals("one");
                super.add(sessionId, record);
            }

            @Override
            public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
                return hidden && sessionId.equals("one") ? Stream.of() : super.read(sessionId, limit, cancellation);
            }

            @Override
            public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                return super.list(limit, cancellation).stream()
                        .filter(held -> !hidden || !held.id().equals("one"))
                        .toList();
            }
        });

        assertThatThrownBy(() -> laws.deleted_is_gone(List.of(ONE)))
                .hasMessageContaining("records from before the deletion")
                .hasMessageContaining("begin with no records after a deletion");
    }

    @Test
    void storeThatListsByName_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                return super.list(limit, cancellation).stream()
                        .sorted(Comparator.comparing(StoredSession::id))
                        .toList();
            }
        });

        assertThatThrownBy(() -> laws.list_says_what_records_say(List.of(ONE)))
                .hasMessageContaining("law broken: the list says what records say")
                .hasMessageContaining("the order [early, late, old]")
                .hasMessageContaining("newest first");
    }

    @Test
    void storeThatReadsTheNamespaceOfTheLast_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                return super.list(limit, cancellation).stream()
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
            public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                return super.list(limit, cancellation).stream()
                        .map(held -> new StoredSession(held.id(), held.namespace(), held.last(), true))
                        .toList();
            }
        });

        assertThatThrownBy(() -> laws.list_says_what_records_say(List.of()))
                .hasMessageContaining("take member open of the last record");
    }

    @Test
    @DisplayName("J16 a store whose operations ignore limit or cancellation breaks the laws")
    void j16_storeWithoutLimits_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            void requireTime(Duration limit, Cancellation cancellation) {}
        });

        assertThatThrownBy(() -> laws.operations_keep_their_limits(List.of(ONE)))
                .hasMessageContaining("law broken: operations keep their limits")
                .hasMessageContaining("check limit and cancellation");
    }

    @Test
    @DisplayName("J15 a map that forgets at close breaks the laws")
    void j15_storeThatForgetsAtClose_isCaught() {
        SessionStoreLaws laws = laws(new ListSessionStore() {
            @Override
            public void close() {
                super.close();
                records.clear();
            }
        });

        assertThatThrownBy(() -> laws.what_was_appended_survives_close(List.of(ONE)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: what was appended survives close")
                .hasMessageContaining("[] after the store was closed")
                .hasMessageContaining("outlive the store object");
    }

    @Test
    @DisplayName("J15 a map of its own for each store breaks the laws")
    void j15_storeThatNobodyShares_isCaught() {
        assertThatThrownBy(() -> laws(alone()).second_opening_is_refused(List.of(ONE)))
                .hasMessageContaining("a second writer through another store of the same place");
        assertThatThrownBy(() -> laws(alone()).what_was_appended_survives_close(List.of(ONE)))
                .hasMessageContaining("after the store was closed");
    }

    private static ListSessionStore alone() {
        return new ListSessionStore() {
            @Override
            SessionStore another() {
                return new ListSessionStore();
            }
        };
    }

    @Test
    @DisplayName("J16 a store that appends at any position breaks the laws")
    void j16_storeThatIgnoresThePosition_isCaught() {
        SessionStoreLaws laws = laws(writing((own, some) -> some.forEach(record -> own.add("one", record))));

        assertThatThrownBy(() -> laws.append_expects_its_position(List.of(ONE)))
                .hasMessageContaining("law broken: an append expects its position")
                .hasMessageContaining("refuse it with a WriterLostException");
    }

    @Test
    @DisplayName("J16 a store that adds a part of a batch, or ignores that it was cancelled, breaks the laws")
    void j16_storeThatAddsAPart_isCaught() {
        SessionStoreLaws halves = laws(writing((own, some) -> {
            for (Json record : some) {
                if (record.kind() != Json.Kind.OBJECT) {
                    throw new IllegalArgumentException("no record");
                }
                own.add("one", record);
            }
        }));
        SessionStoreLaws deaf = laws(writing((own, some) -> {
            if (some.stream().anyMatch(record -> record.kind() != Json.Kind.OBJECT)) {
                throw new IllegalArgumentException("no record");
            }
            some.forEach(record -> own.add("one", record));
        }));

        assertThatThrownBy(() -> laws(new ListSessionStore()).batches_are_atomic(List.of(ONE)))
                .hasMessageContaining("a record that is a number");
        assertThatThrownBy(() -> deaf.batches_are_atomic(List.of(ONE)))
                .hasMessageContaining("an append that was cancelled before");
        assertThatThrownBy(() -> halves.batches_are_atomic(List.of(ONE)))
                .hasMessageContaining("law broken: batches are atomic");
    }

    /** A store that writes in its own way. */
    private static ListSessionStore writing(BiConsumer<ListSessionStore, List<Json>> writing) {
        return new ListSessionStore() {
            @Override
            public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
                super.open(sessionId, limit, cancellation);
                ListSessionStore own = this;
                Writer writer = new Lease(sessionId) {
                    @Override
                    public void append(long position, List<Json> some, Duration limit, Cancellation cancellation) {
                        writing.accept(own, some);
                    }
                };
                open.put(sessionId, writer);
                return writer;
            }
        };
    }

    @Test
    @DisplayName("J16 a store whose tokens do not grow, or that looks at the time alone, breaks the laws")
    void j16_storeWithoutFencing_isCaught() {
        VirtualClock clock = VirtualClock.create();
        InMemorySessionStore fenced = InMemorySessionStore.of(new TreeMap<>()).withLease(Duration.ofSeconds(30), clock);
        SessionStoreLaws sameToken = laws(
                () -> new TokenStore(fenced),
                first -> new TokenStore(fenced.another()),
                lease -> clock.advance(Duration.ofSeconds(30)));
        assertThatThrownBy(() -> sameToken.ended_lease_is_taken_over(List.of(ONE)))
                .hasMessageContaining("law broken: an ended lease is taken over")
                .hasMessageContaining("give each lease a greater token");

        InMemorySessionStore held = InMemorySessionStore.of(new TreeMap<>()).withLease(Duration.ofSeconds(30), clock);
        SessionStoreLaws neverRenewed = laws(() -> held, first -> held.another(), lease -> {});
        assertThatThrownBy(() -> neverRenewed.ended_lease_is_taken_over(List.of(ONE)))
                .hasMessageContaining("law broken: an ended lease is taken over")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    private static SessionStoreLaws laws(
            Supplier<SessionStore> store, UnaryOperator<SessionStore> another, Consumer<SessionStore.Writer> endLease) {
        return new SessionStoreLaws() {
            @Override
            public SessionStore store() {
                return store.get();
            }

            @Override
            public SessionStore another(SessionStore first) {
                return another.apply(first);
            }

            @Override
            public void endLease(SessionStore.Writer writer) {
                endLease.accept(writer);
            }
        };
    }

    /** A store that gives all leases one token. */
    private record TokenStore(SessionStore kept) implements SessionStore {
        @Override
        public List<StoredSession> list(Duration limit, Cancellation cancellation) {
            return kept.list(limit, cancellation);
        }

        @Override
        public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
            return kept.read(sessionId, limit, cancellation);
        }

        @Override
        public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
            return new SameToken(kept.open(sessionId, limit, cancellation));
        }

        @Override
        public void delete(String sessionId, Duration limit, Cancellation cancellation) {
            kept.delete(sessionId, limit, cancellation);
        }

        @Override
        public void close() {
            kept.close();
        }
    }

    private record SameToken(SessionStore.Writer kept) implements SessionStore.Writer {
        @Override
        public SessionStore.Lease lease() {
            return new SessionStore.Lease(7, kept.lease().until());
        }

        @Override
        public SessionStore.Lease renew(Duration limit, Cancellation cancellation) {
            return kept.renew(limit, cancellation);
        }

        @Override
        public long position() {
            return kept.position();
        }

        @Override
        public Stream<Json> read() {
            return kept.read();
        }

        @Override
        public void append(long position, List<Json> records, Duration limit, Cancellation cancellation) {
            kept.append(position, records, limit, cancellation);
        }

        @Override
        public String setAside(long position) {
            return kept.setAside(position);
        }

        @Override
        public void close() {
            kept.close();
        }
    }
}
