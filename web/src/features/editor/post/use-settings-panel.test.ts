import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { useSettingsPanel } from './use-settings-panel';

it('remembers that the panel is folded', () => {
  const first = renderHook(() => useSettingsPanel());
  expect(first.result.current.isOpen).toBe(true);
  act(() => {
    first.result.current.toggle();
  });
  first.unmount();
  const second = renderHook(() => useSettingsPanel());
  expect(second.result.current.isOpen).toBe(false);
  act(() => {
    second.result.current.toggle();
  });
  expect(renderHook(() => useSettingsPanel()).result.current.isOpen).toBe(true);
});

it('unfolds for an error without remembering it', () => {
  localStorage.setItem('post-settings', 'folded');
  const { result } = renderHook(() => useSettingsPanel());
  act(() => {
    result.current.unfold();
  });
  expect(result.current.isOpen).toBe(true);
  expect(renderHook(() => useSettingsPanel()).result.current.isOpen).toBe(false);
});

it('is folded at first where there is no room beside the text', () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { result } = renderHook(() => useSettingsPanel());
  expect(result.current).toMatchObject({ isNarrow: true, isOpen: false });
  act(() => {
    result.current.toggle();
  });
  expect(result.current.isOpen).toBe(true);
  expect(localStorage.getItem('post-settings')).toBeNull();
});
