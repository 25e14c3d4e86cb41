import { type ComponentType, createContext, useContext } from 'react';

import type { Comment, VisibleComment } from '../../shared/api/types';

/** What signed-in people can do with a comment. Its code is fetched for them alone. */
export type Tools = {
  /** The form in place of the text. */
  EditForm: ComponentType<{ comment: VisibleComment; onClose: () => void }>;
  /** The button to reply with its form, and the menu. */
  Actions: ComponentType<{ comment: VisibleComment; onEdit: () => void }>;
  /** The note in place of a folded comment. */
  FoldedNote: ComponentType<{ onShow: () => void }>;
  /** The ids of the readers whose comments are folded. */
  muted: ReadonlySet<string>;
  /** Returns the replies of a thread with those that were written during this visit. */
  withAdded: (replies: readonly Comment[], rootId: string) => readonly Comment[];
  /** The first comments of threads that were written during this visit. */
  addedRoots: readonly Comment[];
};

/** What all comments of a post share. */
export type Conversation = {
  post: { _id: string; title: string };
  isClosed: boolean;
  /** Null for visitors, and until the code is there. */
  tools: Tools | null;
  /** The id of the comment that the address names, which is marked. */
  addressed: string | undefined;
};

const NONE: Conversation = {
  post: { _id: '', title: '' },
  isClosed: true,
  tools: null,
  addressed: undefined,
};

export const ConversationContext = createContext(NONE);

export function useConversation(): Conversation {
  return useContext(ConversationContext);
}
