/** Tests of the page for conversations and of its AG-UI endpoint, with clients and browsers of others. */
@NullMarked
package dev.plumbline.integration.web;

import org.jspecify.annotations.NullMarked;
