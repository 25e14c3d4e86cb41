import { describe, expect, it } from 'vitest';

import { CODE_LANGUAGES, GRAMMARS, firstNameOf, grammarsOf } from './code-languages';
import { highlighted } from './highlighter';

const WRITTEN_BY_AUTHORS =
  'rust js python go javascript toml bash jsx console shell sh json diff c ts yaml pycon tsx mjs ' +
  'reactnativewebplayer htmlmixed jsonls typescript ruby ipython py objc java cmake html wasm c++ sql';

describe('languages of code', () => {
  it.each(WRITTEN_BY_AUTHORS.split(' '))('colours %s', (declared) => {
    expect(grammarsOf(declared)).not.toHaveLength(0);
  });

  it('can be chosen by the first of their names, but for plain text', () => {
    expect(CODE_LANGUAGES).toHaveLength(46);
    expect(CODE_LANGUAGES).toContainEqual({ name: 'cpp', label: 'C++' });
    expect(CODE_LANGUAGES.map(({ name }) => firstNameOf(name))).toEqual(
      CODE_LANGUAGES.map(({ name }) => name),
    );
    expect(['rs', 'txt', 'brainfog'].map(firstNameOf)).toEqual(['rust', 'txt', 'brainfog']);
  });

  it('leaves plain text and unknown languages without colours', () => {
    expect([...grammarsOf('text'), ...grammarsOf('brainfog'), ...grammarsOf('')]).toEqual([]);
  });

  it.each(Object.keys(GRAMMARS))('has a grammar for %s that loses nothing', async (grammar) => {
    const code =
      'let <a href="x"> = "ü" & 1; // {x}\n\tif (a) { return `${b}`; }\n$ ls -l | grep "x"\n# [a]\n';
    const names = Object.keys(GRAMMARS).filter(
      (name): name is keyof typeof GRAMMARS => name === grammar,
    );
    expect((await highlighted(code, names)).textContent).toBe(code);
  });

  it('marks what the grammar sees, in code within code too', async () => {
    const shown = document.createElement('code');
    shown.append(await highlighted('$ echo "hi"\nhi\n', grammarsOf('console')));
    expect(shown.querySelector('.code-string')).toHaveTextContent('"hi"');
    expect(shown.textContent).toBe('$ echo "hi"\nhi\n');
  });
});
