import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type SubmitEvent, useState } from 'react';
import { expect, it, vi } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { renderPage } from '../../../test/render-page';
import { SuggestionsFor } from './suggestions-for';

const server = apiServer();
const SUGGESTIONS = [
  { kind: 'tag', name: 'Rust', slug: 'rust' },
  { kind: 'blog', _id: 'a', slug: 'rust-in-production', title: 'Rust in production' },
];

type Props = { onSubmit: () => void; onChoose: () => void };

function Field({ onSubmit, onChoose }: Props) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input
        aria-label="Search"
        onFocus={({ currentTarget }) => {
          setInput(currentTarget);
        }}
      />
      {input && <SuggestionsFor input={input} onChoose={onChoose} />}
    </form>
  );
}

/** Draws a field, and types into it once it is a combobox. */
async function typed(text: string) {
  const handlers = { onSubmit: vi.fn(), onChoose: vi.fn() };
  const router = renderPage(<Field {...handlers} />, '/');
  await userEvent.click(screen.getByLabelText('Search'));
  const field = await screen.findByRole('combobox', { name: 'Search' });
  await userEvent.type(field, text);
  return { ...handlers, router, field };
}

it('chooses a suggestion by the arrow keys and Enter', async () => {
  server.get('/search/suggest', { success: true, suggestions: SUGGESTIONS });
  const { field, router, onChoose, onSubmit } = await typed('ru');
  const [tag, post] = await screen.findAllByRole('option');
  expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(field).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  expect(field).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{ArrowDown}');
  expect(tag).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', tag?.id);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(post).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  expect(field).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe('/blog/rust-in-production');
  expect(onChoose).toHaveBeenCalledOnce();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('opens a tag that is clicked', async () => {
  server.get('/search/suggest', { success: true, suggestions: SUGGESTIONS });
  const { router } = await typed('ru');
  await userEvent.click(await screen.findByRole('option', { name: 'Tag Rust' }));
  expect(router.state.location.pathname).toBe('/tag/rust');
});

it('closes with Escape and keeps the text, and Enter searches for what was typed', async () => {
  server.get('/search/suggest', { success: true, suggestions: SUGGESTIONS });
  const { field, onSubmit } = await typed('ru');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(field).toHaveValue('ru');
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.type(field, 's');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

it('suggests nothing for a single letter and after the field was left', async () => {
  server.get('/search/suggest', { success: true, suggestions: SUGGESTIONS });
  const { field } = await typed('ru');
  await screen.findAllByRole('option');
  await userEvent.type(field, '{Backspace}');
  await waitFor(() => {
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });
  await userEvent.type(field, 'u');
  await screen.findAllByRole('option');
  await userEvent.tab();
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});
