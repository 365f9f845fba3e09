/* Runs before the first paint: marks the page as scripted and takes the theme from the address or the last visit. */
(function boot(root) {
  root.classList.add('js');
  let theme = new URLSearchParams(location.search).get('theme');
  try {
    theme ??= localStorage.getItem('theme');
  } catch {
    // Storage may be switched off: the system's theme stays.
  }
  if (theme === 'dark' || theme === 'light') {
    root.dataset.theme = theme;
  }
})(document.documentElement);
