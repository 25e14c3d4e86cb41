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
  navigator: 'readonly',
  process: 'readonly',
  requestAnimationFrame: 'readonly',
  setTimeout: 'readonly',
};
