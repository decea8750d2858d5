/** LangChain4j among the contenders. */
@NullMarked
package dev.plumbline.comparison.langchain4j;

import org.jspecify.annotations.NullMarked;
