/** Those who want to know when something outside of React changes. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => {
      listeners.forEach((listener) => {
        listener();
      });
    },
  };
}
