import type { LucideIcon } from 'lucide-react';
import { Info, Lightbulb, MessageSquareWarning, OctagonAlert, TriangleAlert } from 'lucide-react';

import type { CalloutKind } from '../schema/callouts';

/** The names of the kinds of callouts. */
export const CALLOUT_CHOICES: readonly { value: CalloutKind; label: string; icon: LucideIcon }[] = [
  { value: 'note', label: 'Note', icon: Info },
  { value: 'tip', label: 'Tip', icon: Lightbulb },
  { value: 'important', label: 'Important', icon: MessageSquareWarning },
  { value: 'warning', label: 'Warning', icon: TriangleAlert },
  { value: 'caution', label: 'Caution', icon: OctagonAlert },
];
