/** LangChain4j as a peer of the comparison. */
@NullMarked
package dev.plumbline.comparison.langchain4j;

import org.jspecify.annotations.NullMarked;
