import { Baseline, Highlighter, Palette } from 'lucide-react';
import { Popover, Toolbar as Bar } from 'radix-ui';
import { type CSSProperties, useId, useState } from 'react';

import type { Colour } from './choices';
import { boxProps } from './box-props';

type Props = {
  label: string;
  kind: 'text' | 'background';
  colours: readonly Colour[];
  /** The current colour; empty for none. */
  value: string;
  onChoose: (colour: string) => void;
  onClosed: () => void;
};

const FIRST_OTHER = '#2f6fde';

/** A menu of preset colours, with any other colour or none. */
export function ColourMenu({ label, kind, colours, value, onChoose, onClosed }: Props) {
  const [isOpen, setOpen] = useState(false);
  const otherId = useId();
  const Icon = kind === 'text' ? Baseline : Highlighter;

  function choose(colour: string) {
    setOpen(false);
    onChoose(colour);
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Bar.Button
        asChild
        className="toolbar-button toolbar-colour"
        style={swatch(value)}
        data-coloured={value !== '' || undefined}
        aria-label={label}
        title={label}
      >
        <Popover.Trigger>
          <Icon aria-hidden />
        </Popover.Trigger>
      </Bar.Button>
      <Popover.Portal>
        <Popover.Content className="toolbar-popover colours" {...boxProps(label, onClosed)}>
          <div className="colours-grid">
            {colours.map((colour) => (
              <button
                key={colour.value}
                type="button"
                className="swatch"
                style={swatch(colour.value)}
                aria-label={colour.label}
                aria-pressed={colour.value === value}
                title={colour.label}
                onClick={() => {
                  choose(colour.value);
                }}
              />
            ))}
          </div>
          <div className="colours-foot">
            <button
              type="button"
              className="button button-quiet button-small"
              onClick={() => {
                choose('');
              }}
            >
              No colour
            </button>
            <label htmlFor={otherId} className="button button-quiet button-small colours-other">
              <Palette aria-hidden />
              Other
              <input
                id={otherId}
                type="color"
                defaultValue={value === '' ? FIRST_OTHER : value}
                onBlur={(event) => {
                  if (event.target.value !== event.target.defaultValue) {
                    choose(event.target.value);
                  }
                }}
              />
            </label>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function swatch(colour: string) {
  return { '--swatch': colour === '' ? 'transparent' : colour } as CSSProperties;
}
