// Runs before the first paint and before every other script.

// A chosen theme never flashes in the other one. bloom/theme.ts changes the choice later; both keep it under the same name.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme holds.
}

// zod would try whether it may make functions of text. It may not, and each try is a breach of the policy.
globalThis.__zod_globalConfig = { jitless: true }
