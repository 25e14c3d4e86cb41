import { FileUp } from 'lucide-react';
import { type ChangeEvent, type SubmitEvent, type RefObject, useId, useRef, useState } from 'react';

import { FieldError } from '../../shared/form/field';
import { SelectField } from '../../shared/form/select-field';
import './admin-imports.css';
import { sizeText } from './import-texts';
import { SYSTEMS, guideAddress } from './systems';
import { useFileDrop } from './use-file-drop';

/** The largest file that a server takes; one may be set up to take less. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

type Props = { onStart: (kind: string, file: File) => void };

/** The choice of a system and of its export. */
export function UploadForm({ onStart }: Props) {
  const [kind, setKind] = useState<string>(SYSTEMS[0].kind);
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const system = SYSTEMS.find((choice) => choice.kind === kind) ?? SYSTEMS[0];

  function take(chosen: File) {
    const problem = problemOf(chosen);
    setError(problem);
    setFile(problem === null ? chosen : null);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (file === null) {
      setError('Choose the file of the export');
      button.current?.focus();
      return;
    }
    onStart(kind, file);
  }

  return (
    <form className="panel-card import-card form" noValidate onSubmit={submit}>
      <SelectField
        label="The export comes from"
        value={kind}
        onChange={({ target }) => {
          setKind(target.value);
        }}
      >
        {SYSTEMS.map((choice) => (
          <option key={choice.kind} value={choice.kind}>
            {choice.label}
          </option>
        ))}
      </SelectField>
      <p className="import-from">
        {system.from}{' '}
        <a href={guideAddress(system.guide)} target="_blank" rel="noopener">
          What comes along from {system.label}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </p>
      <FileChoice button={button} file={file} error={error} onFile={take} />
      <div>
        <button type="submit" className="button button-primary">
          Upload and check
        </button>
      </div>
      <p className="import-hint">
        Nothing is imported yet: you see first what would come, and what would be changed or lost.
      </p>
    </form>
  );
}

function problemOf(file: File): string | null {
  if (file.size === 0) {
    return `“${file.name}” is empty, or a folder. Choose a file, or make a zip of the folder.`;
  }
  return file.size > FILE_BYTES_MAX
    ? `“${file.name}” has ${sizeText(file.size)}, and at most ${sizeText(FILE_BYTES_MAX)} can be uploaded. The command line imports larger ones.`
    : null;
}

type FileChoiceProps = {
  button: RefObject<HTMLButtonElement | null>;
  file: File | null;
  error: string | null;
  onFile: (file: File) => void;
};

/** The place of the file: it is dropped there, or chosen with the button. */
function FileChoice({ button, file, error, onFile }: FileChoiceProps) {
  const zone = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isOver = useFileDrop(zone, onFile);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0];
    target.value = '';
    if (chosen) {
      onFile(chosen);
    }
  }

  return (
    <div className="field">
      <span id={`${id}-label`} className="field-label">
        Export
      </span>
      <div ref={zone} className="import-drop" data-over={isOver || undefined}>
        <FileUp aria-hidden />
        <p id={`${id}-file`} className="import-file" role="status">
          {file === null ? 'Drop the file here, or' : `${file.name}, ${sizeText(file.size)}`}
        </p>
        <input ref={input} type="file" aria-label="File of the export" hidden onChange={choose} />
        <button
          ref={button}
          type="button"
          className="button"
          aria-describedby={`${id}-label ${id}-file ${error === null ? '' : `${id}-error`}`.trim()}
          onClick={() => {
            input.current?.click();
          }}
        >
          {file === null ? 'Choose file' : 'Choose another file'}
        </button>
      </div>
      {error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
