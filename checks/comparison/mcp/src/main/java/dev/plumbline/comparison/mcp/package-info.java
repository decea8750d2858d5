/** Our server of the Model Context Protocol beside others: the time of its start, and of each call. */
@NullMarked
package dev.plumbline.comparison.mcp;

import org.jspecify.annotations.NullMarked;
