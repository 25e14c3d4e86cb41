import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { ImportedRedirects } from '../../shared/api/types';
import type { Failure } from '../../shared/ui/use-failure';
import { importRedirects } from './api';

/** The result of an import, with the name of its file. */
export type Import = { name: string; result: ImportedRedirects };

/** What the server takes, by the end of the name: browsers do not know the types of all of them. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

type Props = { failure: Failure; onImported: (imported: Import) => void };

/** The button that imports a file of redirects. */
export function ImportRedirects({ failure, onImported }: Props) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function take(file: File) {
    const mediaType = MEDIA_TYPES[file.name.split('.').pop()?.toLowerCase() ?? ''];
    if (mediaType === undefined) {
      failure.show(null, `“${file.name}” is no CSV, YAML or JSON file.`);
      return;
    }
    setIsBusy(true);
    failure.dismiss();
    try {
      onImported({ name: file.name, result: await importRedirects(file, mediaType) });
    } catch (error) {
      failure.show(error, 'Failed to import the file');
    } finally {
      setIsBusy(false);
      void invalidateAfter(client, 'redirect');
    }
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = '';
    if (file) {
      void take(file);
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={Object.keys(MEDIA_TYPES)
          .map((end) => `.${end}`)
          .join(',')}
        aria-label="File of redirects"
        hidden
        onChange={choose}
      />
      <button
        type="button"
        className="button"
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) {
            input.current?.click();
          }
        }}
      >
        <Upload aria-hidden />
        {isBusy ? 'Importing...' : 'Import'}
      </button>
    </>
  );
}
