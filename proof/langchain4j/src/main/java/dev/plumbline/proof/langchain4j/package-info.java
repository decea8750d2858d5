/** LangChain4j among the contenders. */
@NullMarked
package dev.plumbline.proof.langchain4j;

import org.jspecify.annotations.NullMarked;
