import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { toast } from '../toast';
import { PlainToasts } from './plain-toasts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

it('shows a message without an action for 3 seconds', () => {
  render(<PlainToasts />);
  act(() => {
    toast.error('It failed');
  });
  wait(2_999);
  expect(screen.getByText('It failed')).toBeVisible();
  wait(1);
  expect(screen.queryByText('It failed')).not.toBeInTheDocument();
});

it('shows a message with an action for 8 seconds', () => {
  render(<PlainToasts />);
  act(() => {
    toast.success('Bookmark removed', { label: 'Undo', run: vi.fn() });
  });
  wait(7_999);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  wait(1);
  expect(screen.queryByText('Bookmark removed')).not.toBeInTheDocument();
});

it('runs the action once and removes its message', () => {
  render(<PlainToasts />);
  const run = vi.fn();
  act(() => {
    toast.success('Bookmark removed', { label: 'Undo', run });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByText('Bookmark removed')).not.toBeInTheDocument();
});
