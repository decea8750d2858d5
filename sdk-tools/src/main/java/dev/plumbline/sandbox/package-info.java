/**
 * The access of tools to files below given folders, to https at given hosts by checked addresses, to a temp folder, and
 * to the store of large results. Approvals of tool calls are in sdk-tools.
 */
@NullMarked
package dev.plumbline.sandbox;

import org.jspecify.annotations.NullMarked;
