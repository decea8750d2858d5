/**
 * The doors through which tools reach the world: files below given folders, https to given hosts by way of the addresses that were
 * checked, a temp folder, and the store of large results. Who may call which tool, and when, does not live here.
 */
@NullMarked
package dev.plumbline.sandbox;

import org.jspecify.annotations.NullMarked;
