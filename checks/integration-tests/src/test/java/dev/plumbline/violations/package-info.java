/**
 * Code that breaks the rules of the project, one package for each rule, to show that the rule sees it: types that begin
 * with {@code Bad} must be named by the rule, types that begin with {@code Fine} must not. Nothing here is ever run, and
 * nothing here counts as code of the project.
 */
package dev.plumbline.violations;
