/** Toggles of marks: shown at once, one request at a time, the last state wins. */
import type { QueryClient } from '@tanstack/react-query';

import { type ActivePatch, type Patch, startPatching } from './patch-all-queries';

export type MarkState = { isOn: boolean; count?: number };

export type Mark = {
  /** Identifies the mark and its target. */
  key: string;
  /** Toggles it on the server and returns the new state. */
  send: () => Promise<MarkState>;
  patch: (state: MarkState) => Patch;
};

type Toggle = { target: boolean; activePatch: ActivePatch };

/** After this many contrary responses in a row the server's state is accepted. */
const TRIES_MAX = 2;

const togglesOf = new WeakMap<QueryClient, Map<string, Toggle>>();

/** Sets a mark. Throws if the server rejects it; the copies then show the server's last state. */
export async function toggleMark(client: QueryClient, mark: Mark, isOn: boolean): Promise<void> {
  const toggles = togglesOf.get(client) ?? new Map<string, Toggle>();
  togglesOf.set(client, toggles);

  const running = toggles.get(mark.key);
  if (running) {
    running.target = isOn;
    running.activePatch.replace(mark.patch({ isOn }));
    return;
  }

  const toggle: Toggle = { target: isOn, activePatch: startPatching(client, mark.patch({ isOn })) };
  toggles.set(mark.key, toggle);
  let serverState: MarkState = { isOn: !isOn };
  try {
    let tries = 0;
    do {
      const sentTarget = toggle.target;
      serverState = await mark.send();
      tries = toggle.target === sentTarget ? tries + 1 : 0;
    } while (serverState.isOn !== toggle.target && tries < TRIES_MAX);
    toggle.activePatch.replace(mark.patch(serverState));
    toggle.activePatch.release();
  } catch (error) {
    toggle.activePatch.replace(mark.patch(serverState));
    toggle.activePatch.drop();
    throw error;
  } finally {
    toggles.delete(mark.key);
  }
}
