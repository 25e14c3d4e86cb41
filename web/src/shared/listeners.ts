/** Creates a set of listeners for a store outside of React. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: () => {
      listeners.forEach((listener) => {
        listener();
      });
    },
  };
}
