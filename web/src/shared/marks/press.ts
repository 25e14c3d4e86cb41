/** Marks that are switched on and off: shown at once, one request at a time, the last wish wins. */
import type { QueryClient } from '@tanstack/react-query';

import { type HeldPatch, type Patch, holdPatch } from './cached-copies';

export type MarkState = { isOn: boolean; count?: number };

export type Mark = {
  /** Names the mark of one thing. */
  key: string;
  /** Switches it over on the server, and gives how it stands then. */
  send: () => Promise<MarkState>;
  patch: (state: MarkState) => Patch;
};

type Pressed = { wished: boolean; held: HeldPatch };

/** A server that goes against the same wish this often is believed. */
const TRIES_PER_WISH = 2;

const pressedIn = new WeakMap<QueryClient, Map<string, Pressed>>();

/** Fails when the server refused; the copies then show again what it last said. */
export async function pressMark(client: QueryClient, mark: Mark, isOn: boolean): Promise<void> {
  const pressed = pressedIn.get(client) ?? new Map<string, Pressed>();
  pressedIn.set(client, pressed);

  const underWay = pressed.get(mark.key);
  if (underWay) {
    underWay.wished = isOn;
    underWay.held.replace(mark.patch({ isOn }));
    return;
  }

  const press: Pressed = { wished: isOn, held: holdPatch(client, mark.patch({ isOn })) };
  pressed.set(mark.key, press);
  let known: MarkState = { isOn: !isOn };
  try {
    let tries = 0;
    do {
      const sentFor = press.wished;
      known = await mark.send();
      tries = press.wished === sentFor ? tries + 1 : 0;
    } while (known.isOn !== press.wished && tries < TRIES_PER_WISH);
    press.held.replace(mark.patch(known));
    press.held.release();
  } catch (error) {
    press.held.replace(mark.patch(known));
    press.held.drop();
    throw error;
  } finally {
    pressed.delete(mark.key);
  }
}
