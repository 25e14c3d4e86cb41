/** Lets the browser run pending tasks: input, scrolling and painting. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
