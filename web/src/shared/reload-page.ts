/** The browser's own way to load a document again, which tests replace here: it cannot be replaced itself. */
export const browser = {
  reload(): void {
    window.location.reload();
  },
};

export function reloadPage(): void {
  browser.reload();
}
