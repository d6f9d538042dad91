// Runs before the first paint, so that a chosen theme never flashes in the other one.
// bloom/theme.ts changes the choice later; both keep it under the same name.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme holds.
}
