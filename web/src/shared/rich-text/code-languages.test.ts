import { describe, expect, it } from 'vitest';

import { CODE_LANGUAGES, GRAMMARS, firstNameOf, grammarsOf } from './code-languages';
import { highlighted } from './highlighter';

const DECLARED_NAMES =
  'rust js python go javascript toml bash jsx console shell sh json diff c ts yaml pycon tsx mjs ' +
  'reactnativewebplayer htmlmixed jsonls typescript ruby ipython py objc java cmake html wasm c++ sql';

describe('languages of code', () => {
  it.each(DECLARED_NAMES.split(' '))('have a grammar for %s', (declared) => {
    expect(grammarsOf(declared)).not.toHaveLength(0);
  });

  it('can be chosen by their first name, except plain text', () => {
    expect(CODE_LANGUAGES).toHaveLength(46);
    expect(CODE_LANGUAGES).toContainEqual({ name: 'cpp', label: 'C++' });
    expect(CODE_LANGUAGES.map(({ name }) => firstNameOf(name))).toEqual(
      CODE_LANGUAGES.map(({ name }) => name),
    );
    expect(['rs', 'txt', 'brainfog'].map(firstNameOf)).toEqual(['rust', 'txt', 'brainfog']);
  });

  it('have no grammar for plain text and unknown names', () => {
    expect([...grammarsOf('text'), ...grammarsOf('brainfog'), ...grammarsOf('')]).toEqual([]);
  });

  it.each(Object.keys(GRAMMARS))('have a grammar for %s that loses no text', async (grammar) => {
    const code =
      'let <a href="x"> = "ü" & 1; // {x}\n\tif (a) { return `${b}`; }\n$ ls -l | grep "x"\n# [a]\n';
    const names = Object.keys(GRAMMARS).filter(
      (name): name is keyof typeof GRAMMARS => name === grammar,
    );
    expect((await highlighted(code, names)).textContent).toBe(code);
  });

  it('are highlighted, also within another language', async () => {
    const element = document.createElement('code');
    element.append(await highlighted('$ echo "hi"\nhi\n', grammarsOf('console')));
    expect(element.querySelector('.code-string')).toHaveTextContent('"hi"');
    expect(element.textContent).toBe('$ echo "hi"\nhi\n');
  });
});
