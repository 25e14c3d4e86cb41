import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Failure } from '../../shared/ui/use-failure';
import { Cancelled, type Upload, uploadExport } from './upload';

export type Sending = { name: string; size: number; percent: number };

/** The upload of an export, while the page is open. */
export function useUpload(failure: Failure) {
  const client = useQueryClient();
  const upload = useRef<Upload | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);

  // Nobody could follow it once the page is left.
  useEffect(
    () => () => {
      upload.current?.cancel();
    },
    [],
  );

  async function start(kind: string, file: File): Promise<void> {
    const { name, size } = file;
    failure.dismiss();
    setSending({ name, size, percent: 0 });
    upload.current = uploadExport(kind, file, (part) => {
      setSending({ name, size, percent: Math.floor(100 * part) });
    });
    try {
      await upload.current.done;
    } catch (error) {
      if (!(error instanceof Cancelled)) {
        failure.show(error, 'The upload has failed. Please try again.');
      }
    } finally {
      upload.current = null;
      // After an error as well: somebody else may have begun an import.
      await invalidateAfter(client, 'import');
      setSending(null);
    }
  }

  return { sending, start, cancel: () => upload.current?.cancel() };
}
