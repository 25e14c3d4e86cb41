/**
 * Handles the close of a popover of the toolbar: focuses the text, unless another popover was opened meanwhile. It would
 * close when it loses the focus.
 */
export function focusTextOnClose(event: Event, focusText: () => void): void {
  event.preventDefault();
  if (!document.activeElement?.closest('.toolbar-popover, .toolbar-menu')) {
    focusText();
  }
}
