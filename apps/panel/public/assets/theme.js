/**
 * Sets the stored theme before the first paint. A classic script in the head blocks painting, which a module does not; the
 * page's policy allows no inline script. src/data/preferences.ts stores the theme.
 */
try {
  const { theme } = JSON.parse(localStorage.getItem("tacit.preferences") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without a readable preference, the system's theme stays.
}
