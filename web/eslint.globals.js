/** What scripts outside the bundle may use, in the browser and in Node. */
export default {
  addEventListener: 'readonly',
  CustomEvent: 'readonly',
  console: 'readonly',
  dispatchEvent: 'readonly',
  document: 'readonly',
  fetch: 'readonly',
  localStorage: 'readonly',
  location: 'readonly',
  matchMedia: 'readonly',
  MutationObserver: 'readonly',
  navigator: 'readonly',
  performance: 'readonly',
  process: 'readonly',
  requestAnimationFrame: 'readonly',
  setTimeout: 'readonly',
};
