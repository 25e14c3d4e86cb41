import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react';

import { FieldError } from '../form/field';

const LENGTH = 6;
const POSITIONS = Array.from({ length: LENGTH }, (_, index) => index);
const BLANK = ' ';

/** The empty code. A code has one character for each box, a blank for a missing digit. */
export const EMPTY_CODE = BLANK.repeat(LENGTH);

export function isCompleteCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

type Props = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  /** The first empty box, so that a form can focus it. */
  ref?: Ref<HTMLInputElement>;
};

/** Six inputs of one digit each. A code that is pasted or autofilled spreads over them. */
export function CodeBoxes({ label, value, onChange, error, ref }: Props) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);

  const nextBox = Math.max(0, value.indexOf(BLANK));

  function focusBox(index: number) {
    const position = Math.min(Math.max(index, 0), LENGTH - 1);
    group.current?.querySelectorAll('input')[position]?.focus();
  }

  /** Moves the focus first: a form may move it again on the last digit. */
  function fill(start: number, digits: string) {
    focusBox(start + digits.length);
    onChange(replaceAt(value, start, digits));
  }

  function enterText(index: number, text: string) {
    const digits = digitsIn(text);
    const before = digitAt(value, index);
    if (text === '') {
      onChange(replaceAt(value, index, BLANK));
    } else if (digits.length >= LENGTH) {
      fill(0, digits.slice(0, LENGTH));
    } else if (before !== '' && digits.length === 2) {
      fill(index, digits.replace(before, ''));
    } else if (digits !== '') {
      fill(index, digits.slice(0, LENGTH - index));
    }
  }

  function paste(index: number, event: ClipboardEvent) {
    event.preventDefault();
    const digits = digitsIn(event.clipboardData.getData('text'));
    if (digits !== '') {
      const start = digits.length >= LENGTH ? 0 : index;
      fill(start, digits.slice(0, LENGTH - start));
    }
  }

  function handleKey(index: number, event: KeyboardEvent<HTMLInputElement>) {
    const positions: Partial<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: LENGTH - 1,
    };
    const position = positions[event.key];
    if (position !== undefined) {
      event.preventDefault();
      focusBox(position);
    } else if (event.key === 'Backspace' && digitAt(value, index) === '' && index > 0) {
      event.preventDefault();
      onChange(replaceAt(value, index - 1, BLANK));
      focusBox(index - 1);
    } else if (event.key === 'Enter') {
      // Submits also while the button is disabled: the form then shows the missing digits.
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  }

  return (
    <div className="field">
      <span id={`${id}-label`} className="field-label">
        {label}
      </span>
      <div ref={group} role="group" aria-labelledby={`${id}-label`} className="code-boxes">
        {POSITIONS.map((index) => (
          <input
            key={index}
            ref={index === nextBox ? ref : undefined}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-label={`Digit ${index + 1} of ${LENGTH}`}
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="field-control code-box"
            value={digitAt(value, index)}
            onChange={(event) => {
              enterText(index, event.target.value);
            }}
            onPaste={(event) => {
              paste(index, event);
            }}
            onKeyDown={(event) => {
              handleKey(index, event);
            }}
            onFocus={(event) => {
              event.target.select();
            }}
          />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, '');
}

function digitAt(code: string, index: number): string {
  return digitsIn(code.charAt(index));
}

function replaceAt(code: string, start: number, text: string): string {
  return code.slice(0, start) + text + code.slice(start + text.length);
}
