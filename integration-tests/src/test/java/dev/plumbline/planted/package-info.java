/**
 * Code that breaks the rules of the house, one package for each rule, to show that the rule sees it: types that begin
 * with {@code Bad} must be named by the rule, types that begin with {@code Fine} must not. Nothing here is ever run, and
 * nothing here counts as the house.
 */
package dev.plumbline.planted;
