/**
 * The laws, an interface for each contract, and their generators. With jqwik each law is a property; a test of any other
 * framework calls it with an input, for example {@code HookLaws laws = MyHook::new; laws.reasons_hold_no_content("…")}.
 */
@NullMarked
package dev.plumbline.testkit.laws;

import org.jspecify.annotations.NullMarked;
