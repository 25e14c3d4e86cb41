import { beforeEach, expect, it, vi } from 'vitest';

import { rememberReader, whenNobodyTypes } from './taking-over';

const PAGE =
  '<p>Text</p><nav><a href="/a">A</a><a href="/b">B</a></nav><input aria-label="Search" />';

function page(): HTMLElement {
  document.body.innerHTML = `<div id="root">${PAGE}</div>`;
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('there is no root');
  }
  return root;
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

it('gives the focus back to what stands in the same place', () => {
  const root = page();
  root.querySelectorAll('a')[1]?.focus();
  const bringBack = rememberReader(root);
  root.innerHTML = PAGE;
  expect(document.body).toHaveFocus();
  bringBack();
  expect(root.querySelectorAll('a')[1]).toHaveFocus();
});

it('leaves the focus alone when nothing had it, or when something else stands there', () => {
  const root = page();
  rememberReader(root)();
  expect(document.body).toHaveFocus();
  root.querySelector('a')?.focus();
  const bringBack = rememberReader(root);
  root.innerHTML = '<p>Text</p><nav><button>A</button></nav>';
  bringBack();
  expect(document.body).toHaveFocus();
});

it('waits for as long as somebody types', async () => {
  const root = page();
  const field = root.querySelector('input');
  field?.focus();
  const done = vi.fn();
  const waiting = whenNobodyTypes(root).then(done);
  await Promise.resolve();
  expect(done).not.toHaveBeenCalled();
  field?.blur();
  await waiting;
  expect(done).toHaveBeenCalledOnce();
});

it('does not wait when nobody types', async () => {
  const root = page();
  root.querySelector('a')?.focus();
  await expect(whenNobodyTypes(root)).resolves.toBeUndefined();
});

it('presses again what was pressed before anything listened', () => {
  const root = page();
  root.dataset['pressed'] = '1 1';
  const bringBack = rememberReader(root);
  root.innerHTML = '<p>Text</p><nav><a href="/a">A</a><button type="button">B</button></nav>';
  const pressed = vi.fn();
  root.querySelector('button')?.addEventListener('click', pressed);
  bringBack();
  bringBack();
  expect(pressed).toHaveBeenCalledOnce();
});

it('keeps what was typed, and where, while the page was drawn anew', () => {
  const root = page();
  const bringBack = rememberReader(root);
  const typedIn = root.querySelector('input');
  typedIn?.focus();
  Object.assign(typedIn ?? {}, { value: 'awa' });
  root.innerHTML = PAGE;
  const written = vi.fn();
  root.addEventListener('input', written);
  bringBack();
  const field = root.querySelector('input');
  expect(field).not.toBe(typedIn);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('awa');
  expect(written).toHaveBeenCalledOnce();
});

it('chooses again what was chosen, and nothing else', () => {
  const choice =
    '<select><option>All</option><option selected>Web</option><option>C</option></select>';
  const root = page();
  root.innerHTML = choice + choice;
  const [chosen] = root.querySelectorAll('select');
  Object.assign(chosen ?? {}, { value: 'C' });
  const bringBack = rememberReader(root);
  root.innerHTML = choice + choice;
  const changed: unknown[] = [];
  root.addEventListener('change', ({ target }) => changed.push(target));
  bringBack();
  const [again, other] = root.querySelectorAll('select');
  expect(again).toHaveValue('C');
  expect(other).toHaveValue('Web');
  expect(changed).toEqual([again]);
});
