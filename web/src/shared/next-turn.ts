/** Lets the browser do what waits: what is pressed, scrolled and painted. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
