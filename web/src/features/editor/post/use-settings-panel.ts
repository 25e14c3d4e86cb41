import { useState } from 'react';
import { flushSync } from 'react-dom';

import { useMediaQuery } from '../../../shared/media-query';
import { readStored, store } from '../../../shared/storage';

/** Below this width the settings are a section of the page instead of a panel beside the text. */
const NARROW = '(max-width: 63.99rem)';
const STORED_AS = 'post-settings';
const FOLDED = 'folded';

/** Whether the settings of the post are unfolded: beside the text unless folded earlier, in a section when asked for. */
export function useSettingsPanel() {
  const isNarrow = useMediaQuery(NARROW);
  const [isPanelOpen, setPanelOpen] = useState(() => readStored(STORED_AS) !== FOLDED);
  const [isSectionOpen, setSectionOpen] = useState(false);
  const isOpen = isNarrow ? isSectionOpen : isPanelOpen;

  return {
    isNarrow,
    isOpen,
    toggle: () => {
      if (isNarrow) {
        setSectionOpen(!isOpen);
      } else {
        store(STORED_AS, isOpen ? FOLDED : 'unfolded');
        setPanelOpen(!isOpen);
      }
    },
    /** Unfolds the settings for this visit, so that a field can get the focus after the call. */
    unfold: () => {
      flushSync(() => {
        setPanelOpen(true);
        setSectionOpen(true);
      });
    },
  };
}

export type SettingsPanel = ReturnType<typeof useSettingsPanel>;
