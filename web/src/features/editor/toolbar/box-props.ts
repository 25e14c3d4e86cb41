/**
 * Handles the close of a popover of the toolbar: focuses the text, unless another popover was opened meanwhile. It would
 * close when it loses the focus.
 */
function focusTextOnClose(event: Event, focusText: () => void): void {
  event.preventDefault();
  if (!document.activeElement?.closest('.toolbar-popover, .toolbar-menu')) {
    focusText();
  }
}

/** Returns the properties that the popovers and menus of the toolbar share. */
export function boxProps(label: string, focusText: () => void) {
  return {
    align: 'start',
    sideOffset: 4,
    collisionPadding: 8,
    'aria-label': label,
    onCloseAutoFocus: (event: Event) => {
      focusTextOnClose(event, focusText);
    },
  } as const;
}
