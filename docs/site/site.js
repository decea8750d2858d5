// What the theme leaves out for people who use a keyboard or a screen reader.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
document.querySelectorAll(".md-typeset pre, .md-search__scrollwrap, .md-sidebar__scrollwrap").forEach((box) => { box.tabIndex = 0; });
document.querySelectorAll("th:empty").forEach((cell) => cell.setAttribute("role", "presentation"));
