/** What scripts outside the bundle may use, in the browser and in Node. */
export default {
  addEventListener: 'readonly',
  console: 'readonly',
  document: 'readonly',
  fetch: 'readonly',
  localStorage: 'readonly',
  matchMedia: 'readonly',
  process: 'readonly',
  requestAnimationFrame: 'readonly',
  setTimeout: 'readonly',
};
