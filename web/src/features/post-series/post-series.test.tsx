import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Role } from '../../shared/api/types';
import { apiServer } from '../../test/api-server';
import { recordRequests } from '../../test/recorded-requests';
import { renderPage } from '../../test/render-page';
import { signInAs } from '../../test/sample-admin';
import { sampleSeries } from '../../test/sample-collections';
import { sampleDraft } from '../../test/sample-post';
import { PostSeries } from './post-series';

const server = apiServer();

beforeEach(() => {
  server.get('/admin/series', {
    success: true,
    series: [sampleSeries(), sampleSeries({ _id: 's2', id: 's2', title: 'Tea' })],
    total: 2,
    page: 1,
    totalPages: 1,
  });
});

/** Shows the part for a post; changes of the form around it call the function that is returned. */
function show(seriesId: string | null, role: Role = 'author') {
  const onFormChange = vi.fn();
  signInAs(role);
  function Page() {
    const [stored, setStored] = useState({ id: 'p1', seriesId });
    return (
      <form onChange={onFormChange}>
        <PostSeries
          post={{
            stored,
            amend: (changes) => {
              setStored({ ...stored, ...changes });
            },
          }}
        />
      </form>
    );
  }
  renderPage(<Page />);
  return onFormChange;
}

it('puts the post into a series and out of it, without a change of the form', async () => {
  const into = recordRequests('put', '/blogs/p1/series', {
    success: true,
    blog: sampleDraft('p1', { seriesId: 's2' }),
  });
  server.use(into.handler);
  const onFormChange = show(null);
  await screen.findByRole('option', { name: 'Tea' });
  const choice = screen.getByRole('combobox', { name: 'Part of' });
  expect(choice).toHaveDisplayValue('No series');
  await userEvent.selectOptions(choice, 'Tea');
  expect(await screen.findByText('The post is in the series')).toBeInTheDocument();
  expect(choice).toHaveDisplayValue('Tea');
  expect(screen.getByRole('link', { name: 'Order of the series' })).toHaveAttribute(
    'href',
    '/admin/series/s2',
  );
  const out = recordRequests('put', '/blogs/p1/series', {
    success: true,
    blog: sampleDraft('p1', { seriesId: null }),
  });
  server.use(out.handler);
  await userEvent.selectOptions(choice, 'No series');
  expect(await screen.findByText('The post is in no series')).toBeInTheDocument();
  expect(into.requests.map(({ body }) => body)).toEqual([{ series: 's2' }]);
  expect(out.requests.map(({ body }) => body)).toEqual([{ series: null }]);
  expect(onFormChange).not.toHaveBeenCalled();
});

it('undoes a choice that the server refuses', async () => {
  server.use(
    recordRequests(
      'put',
      '/blogs/p1/series',
      {
        success: false,
        code: 'validation_failed',
        message: 'Invalid',
        errors: { series: 'A series has at most 100 posts' },
      },
      400,
    ).handler,
  );
  show(null);
  await screen.findByRole('option', { name: 'Tea' });
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Tea');
  expect(await screen.findByText('A series has at most 100 posts')).toBeVisible();
  expect(screen.getByRole('combobox')).toHaveDisplayValue('No series');
});

it('names a series that is not among those of the author', async () => {
  show('other');
  expect(await screen.findByRole('option', { name: 'Tea' })).toBeVisible();
  await waitFor(() => {
    expect(screen.getByRole('combobox')).toHaveDisplayValue('A series of somebody else');
  });
});

it('is not there for contributors', () => {
  show(null, 'contributor');
  expect(screen.queryByRole('region', { name: 'Series' })).not.toBeInTheDocument();
});

it('waits for the first save', () => {
  signInAs('author');
  renderPage(<PostSeries post={{ stored: null, amend: vi.fn() }} />);
  expect(screen.getByText('Save the draft first.')).toBeVisible();
});
