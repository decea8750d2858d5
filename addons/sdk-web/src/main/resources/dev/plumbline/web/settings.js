// What the page remembers in this browser. A page that was opened from a file may not be allowed to remember anything.

export function setting(name) {
  try {
    return localStorage.getItem(`plumbline-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`plumbline-${name}`, value);
  } catch {
    // the page works without
  }
}
