import { expect, it, vi } from 'vitest';

import { prepareHydration } from './hydration';

function page(html: string): HTMLElement {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('there is no root');
  }
  return root;
}

it('marks the page as rendered by the client', () => {
  const root = page('<p>Text</p>');
  prepareHydration(root)();
  expect(root).toHaveAttribute('data-drawn');
});

it('clicks the button that was clicked before hydration, once', () => {
  const root = page('<button type="button">A</button><button data-pressed="">B</button>');
  const clicked: unknown[] = [];
  root.addEventListener('click', ({ target }) => clicked.push(target));
  const complete = prepareHydration(root);
  complete();
  complete();
  expect(clicked).toEqual([root.lastElementChild]);
});

it('repeats text that was typed before hydration, and keeps the focus', () => {
  const root = page('<input value="a" /><input value="b" />');
  const [field] = root.querySelectorAll('input');
  field?.focus();
  Object.assign(field ?? {}, { value: 'awa' });
  const typed: unknown[] = [];
  root.addEventListener('input', ({ target }) => typed.push(target));
  prepareHydration(root)();
  expect(typed).toEqual([field]);
  expect(field).toHaveValue('awa');
  expect(field).toHaveFocus();
});

it('repeats a changed selection and no other', () => {
  const select =
    '<select><option>All</option><option selected>Web</option><option>C</option></select>';
  const root = page(select + select);
  const [chosen, other] = root.querySelectorAll('select');
  Object.assign(chosen ?? {}, { value: 'C' });
  const changed: unknown[] = [];
  root.addEventListener('change', ({ target }) => changed.push(target));
  prepareHydration(root)();
  expect(changed).toEqual([chosen]);
  expect(chosen).toHaveValue('C');
  expect(other).toHaveValue('Web');
});

it('leaves a choice to React that is made while React hydrates the page', () => {
  const root = page('<select><option>All</option><option>Web</option></select>');
  const select = root.querySelector('select');
  const complete = prepareHydration(root);
  const onChange = vi.fn();
  root.addEventListener('change', onChange);
  root.addEventListener('input', complete, { once: true });
  Object.assign(select ?? {}, { value: 'Web' });
  select?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(onChange).not.toHaveBeenCalled();
  expect(select).toHaveValue('Web');
});

it('repeats nothing when nothing was entered', () => {
  const root = page('<input value="a" /><button type="button">A</button>');
  const onEvent = vi.fn();
  for (const event of ['input', 'change', 'click']) {
    root.addEventListener(event, onEvent);
  }
  prepareHydration(root)();
  expect(onEvent).not.toHaveBeenCalled();
});

it('repeats nothing in a field that the client rendered', () => {
  const select = '<select><option>All</option><option>Web</option></select>';
  const root = page(select);
  const complete = prepareHydration(root);
  root.innerHTML = select;
  Object.assign(root.firstElementChild ?? {}, { value: 'Web' });
  const onChange = vi.fn();
  root.addEventListener('change', onChange);
  complete();
  expect(onChange).not.toHaveBeenCalled();
});
