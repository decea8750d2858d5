/**
 * The access of tools to files below given folders, to https at given hosts by way of the addresses that were checked, to a temp
 * folder, and to the store of large results. Who may call which tool, and when, is decided elsewhere.
 */
@NullMarked
package dev.plumbline.sandbox;

import org.jspecify.annotations.NullMarked;
