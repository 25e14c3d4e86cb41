import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react';

import { FieldError } from '../form/field';

const LENGTH = 6;
const POSITIONS = Array.from({ length: LENGTH }, (_, index) => index);
const BLANK = ' ';

/** A code is a character a box, with a blank where a digit is still missing. */
export const EMPTY_CODE = BLANK.repeat(LENGTH);

export function isCompleteCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

type Props = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  /** The box to go on with, so that a form can put the focus there. */
  ref?: Ref<HTMLInputElement>;
};

/** Six inputs of one digit each; a code that is pasted or filled in by the phone spreads over them. */
export function CodeBoxes({ label, value, onChange, error, ref }: Props) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);

  const nextBox = Math.max(0, value.indexOf(BLANK));

  function focusBox(index: number) {
    const place = Math.min(Math.max(index, 0), LENGTH - 1);
    group.current?.querySelectorAll('input')[place]?.focus();
  }

  /** The focus first: a form may move it on with the last digit. */
  function fill(start: number, digits: string) {
    focusBox(start + digits.length);
    onChange(replaced(value, start, digits));
  }

  function type(index: number, text: string) {
    const digits = digitsIn(text);
    const before = digitAt(value, index);
    if (text === '') {
      onChange(replaced(value, index, BLANK));
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

  function press(index: number, event: KeyboardEvent<HTMLInputElement>) {
    const places: Partial<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: LENGTH - 1,
    };
    const place = places[event.key];
    if (place !== undefined) {
      event.preventDefault();
      focusBox(place);
    } else if (event.key === 'Backspace' && digitAt(value, index) === '' && index > 0) {
      event.preventDefault();
      onChange(replaced(value, index - 1, BLANK));
      focusBox(index - 1);
    } else if (event.key === 'Enter') {
      // Also while the button is disabled: the form then says what is missing.
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
              type(index, event.target.value);
            }}
            onPaste={(event) => {
              paste(index, event);
            }}
            onKeyDown={(event) => {
              press(index, event);
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

function replaced(code: string, start: number, text: string): string {
  return code.slice(0, start) + text + code.slice(start + text.length);
}
