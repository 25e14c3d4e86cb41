import { beforeEach, expect, it, vi } from 'vitest';

import { captureInput, whenNotTyping } from './hydration';

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

it('restores the focus to the element at the same position', () => {
  const root = page();
  root.querySelectorAll('a')[1]?.focus();
  const restoreInput = captureInput(root);
  root.innerHTML = PAGE;
  expect(document.body).toHaveFocus();
  restoreInput();
  expect(root.querySelectorAll('a')[1]).toHaveFocus();
});

it('restores no focus when nothing had it or the element has changed', () => {
  const root = page();
  captureInput(root)();
  expect(document.body).toHaveFocus();
  root.querySelector('a')?.focus();
  const restoreInput = captureInput(root);
  root.innerHTML = '<p>Text</p><nav><button>A</button></nav>';
  restoreInput();
  expect(document.body).toHaveFocus();
});

it('waits while a field has the focus', async () => {
  const root = page();
  const field = root.querySelector('input');
  field?.focus();
  const done = vi.fn();
  const waiting = whenNotTyping(root).then(done);
  await Promise.resolve();
  expect(done).not.toHaveBeenCalled();
  field?.blur();
  await waiting;
  expect(done).toHaveBeenCalledOnce();
});

it('does not wait when no field has the focus', async () => {
  const root = page();
  root.querySelector('a')?.focus();
  await expect(whenNotTyping(root)).resolves.toBeUndefined();
});

it('replays a click from before hydration', () => {
  const root = page();
  root.dataset['pressed'] = '1 1';
  const restoreInput = captureInput(root);
  root.innerHTML = '<p>Text</p><nav><a href="/a">A</a><button type="button">B</button></nav>';
  const onClick = vi.fn();
  root.querySelector('button')?.addEventListener('click', onClick);
  restoreInput();
  restoreInput();
  expect(onClick).toHaveBeenCalledOnce();
});

it('keeps typed text and the focus across a new render', () => {
  const root = page();
  const restoreInput = captureInput(root);
  const oldField = root.querySelector('input');
  oldField?.focus();
  Object.assign(oldField ?? {}, { value: 'awa' });
  root.innerHTML = PAGE;
  const onInput = vi.fn();
  root.addEventListener('input', onInput);
  restoreInput();
  const field = root.querySelector('input');
  expect(field).not.toBe(oldField);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('awa');
  expect(onInput).toHaveBeenCalledOnce();
});

it('restores a changed selection and no other', () => {
  const select =
    '<select><option>All</option><option selected>Web</option><option>C</option></select>';
  const root = page();
  root.innerHTML = select + select;
  const [chosen] = root.querySelectorAll('select');
  Object.assign(chosen ?? {}, { value: 'C' });
  const restoreInput = captureInput(root);
  root.innerHTML = select + select;
  const changed: unknown[] = [];
  root.addEventListener('change', ({ target }) => changed.push(target));
  restoreInput();
  const [restored, other] = root.querySelectorAll('select');
  expect(restored).toHaveValue('C');
  expect(other).toHaveValue('Web');
  expect(changed).toEqual([restored]);
});
