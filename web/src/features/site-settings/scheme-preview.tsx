import type { CSSProperties } from 'react';

import type { Palette } from '../../shared/api/types';
import { siteName } from '../../shared/site';

type Props = {
  scheme: 'light' | 'dark';
  name: string;
  /** The colour as it was typed. */
  chosen: string;
  /** Its shades in the scheme; undefined for the usual ones. */
  shades: Palette['light'] | undefined;
  /** The name of the site; undefined for the present one. */
  site: string | undefined;
};

/** What an accent looks like in a scheme, with its contrast. */
export function SchemePreview({ scheme, name, chosen, shades, site = siteName() }: Props) {
  const isShaded = shades !== undefined && shades.accent !== chosen.toLowerCase();
  return (
    <figure className="site-scheme" data-theme={scheme} style={shades && styleOf(shades)}>
      <div className="site-sample" aria-hidden>
        <span className="site-sample-name">{site}</span>
        <span className="site-sample-item">Selected</span>
        <p>
          A sentence with <span className="site-sample-link">a link</span> in it.
        </p>
        <span className="button button-primary button-small">Button</span>
      </div>
      <figcaption>
        <strong>{name}</strong>
        {shades ? (
          <>
            <span>
              Text {shades.textContrast.toFixed(2)}:1, buttons {shades.buttonContrast.toFixed(2)}:1
            </span>
            <span>{isShaded ? `Shown as ${shades.accent}` : 'Shown as chosen'}</span>
          </>
        ) : (
          <span>The usual colours</span>
        )}
      </figcaption>
    </figure>
  );
}

function styleOf(shades: Palette['light']): CSSProperties {
  return {
    '--accent': shades.accent,
    '--accent-strong': shades.strong,
    '--accent-soft': shades.soft,
    '--on-accent': shades.onAccent,
  } as CSSProperties;
}
