/** Converse of Amazon Bedrock: requests and answers. */
@NullMarked
package dev.plumbline.providers.bedrock;

import org.jspecify.annotations.NullMarked;
