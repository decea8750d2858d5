/**
 * HTTP as a client: deadlines, limits, cancellation, and bytes to events; and what the servers on this machine share: of
 * the page and AG-UI, of MCP, and of logins. Exported to their modules alone; may change with every version, and is not
 * for programs that use the SDK.
 */
@NullMarked
package dev.plumbline.http.internal;

import org.jspecify.annotations.NullMarked;
