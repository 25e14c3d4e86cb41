import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';

import { ApiError, messageFor } from '../../shared/api/errors';
import { addNote, notesQuery } from './api';
import { NoteField, noteFault } from './note-field';

const FAILED = 'Failed to add the note';

/** The field for another note. It is in the form of the post, so it is none itself. */
export function NoteForm({ postId }: { postId: string }) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) => addNote(postId, note),
    onSuccess: () => {
      setText('');
    },
    onError: (error) => {
      const field = error instanceof ApiError ? error.fields['text'] : undefined;
      setFault(field ?? messageFor(error, FAILED));
    },
    onSettled: () => client.invalidateQueries({ queryKey: notesQuery(postId).queryKey }),
  });

  function add() {
    if (isPending) {
      return;
    }
    const found = noteFault(text, 'Write a note');
    setFault(found);
    if (found === null) {
      mutate(text.trim());
    } else {
      document.getElementById(id)?.focus();
    }
  }

  function addByKeys(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      add();
    }
  }

  return (
    <div className="note-form">
      <NoteField
        label="Add a note"
        id={id}
        value={text}
        readOnly={isPending}
        error={fault ?? undefined}
        onChange={({ target }) => {
          setText(target.value);
          setFault(null);
        }}
        onKeyDown={addByKeys}
      />
      <button
        type="button"
        className="button button-small"
        aria-disabled={isPending || undefined}
        onClick={add}
      >
        {isPending ? 'Adding...' : 'Add note'}
      </button>
    </div>
  );
}
