import { describe, expect, it } from 'vitest';

import { isMarkdown } from './markdown-signs';

describe('Markdown', () => {
  it.each([
    '# Title\n\nText.',
    'Text\n\n## Part\n\nMore text, and more.',
    'See:\n\n```rust\nfn main() {\n    let x = 1;\n}\n```\n',
    '```\nplain\n```',
    '~~~js\nlet a = 1;\n~~~',
    '- one\n- two',
    '* one\n\n* two',
    '1. one\n2. two',
    '- one\n  goes on\n- two',
    '- [ ] dig\n- [x] plant',
    '- [x] only one',
    'Read [the book](https://example.org/book).',
    'Read [the part](#part) or [the file](docs/a.md).',
    '![A cat](https://example.org/cat.png)',
    '| a | b |\n|---|:-:|\n| 1 | 2 |',
    'a | b\n--- | ---\n1 | 2',
    'This is **important** to me.',
    '> [!NOTE]\n> Careful.',
    'Title\n=====\n\nText.',
    'This is ~~wrong~~ right.',
    'A note[^1].\n\n[^1]: The text.',
    'Use `git push` and *never* force.',
    '> A quote with `code`.',
    'Energy:\n\n$$E = mc^2$$\n',
    '# Install\n\nRun this and wait for the end of it:\n\n```bash\nnpm ci\n```\n\nThen **restart**.',
    '---\ntitle: A post\ndate: 2024-01-01\n---\n\n# Title\n\nThe first paragraph of the text.',
    '# Title\r\n\r\n- a\r\n- b\r\n',
  ])('is recognised: %j', (text) => {
    expect(isMarkdown(text)).toBe(true);
  });
});

describe('prose', () => {
  it.each([
    '',
    'Hello.',
    'Two paragraphs.\n\nWithout any marks - but with a hyphen.',
    'A footnote* is below.\n\n* this is it',
    'He scored 5 * 3 * 2 points, which is 2**3 more, or 4**2.',
    'The well-known - and well-liked - author.',
    'I am #1, and #2 is my friend. #hashtag',
    '#hashtag first',
    'Pay $5 or $10.',
    'One line\n- with a single item',
    'The year was\n1999. It was warm.',
    'Names like snake_case_words and __init__ are common.',
    'See [1] and (https://example.org) for more.',
    'A path is C:\\*.txt or a glob such as src/**/*.ts and lib/**/*.ts.',
    'Write to ann@example.org or see https://example.org/a_b_c.',
    '> one line of a mail that is answered',
    'a | b',
    'Dear all,\n\n-- \nAnn',
    'What is 3 < 4 > 2?',
    'Some `code` here.',
    'Kapitel 1: Der Anfang\n\nEs war einmal ein König, der hatte drei Töchter.',
  ])('is no Markdown: %j', (text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});

describe('code', () => {
  it.each([
    '# Load the data\nimport pandas as pd\ndf = pd.read_csv("a.csv")\n\n# Show it\nprint(df.head())',
    '#!/bin/sh\n# Build\nset -e\nmake',
    '# Install\nnpm ci\nnpm run build',
    '#include <stdio.h>\nint main(void) {\n    return 0;\n}',
    '/**\n * Adds.\n * - first\n * - second\n */\nfunction add(a, b) {\n  return a + b;\n}',
    'name: build\non:\n  - push\n  - pull_request\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: make',
    '[package]\nname = "tiny"\nversion = "0.1.0"\n\n# For tests\n[dev-dependencies]\ninsta = "1"',
    'const handlers = [a, b];\nhandlers[0](x);\nconst y = 2 ** 3 ** 2;',
    'def f(*args, **kwargs):\n    """Does it.\n\n    - a\n    - b\n    """\n    return g(*args, **kwargs)',
    'SELECT *\nFROM posts\nWHERE id = 1;\n-- comment',
    '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>',
    '{\n  "a": [1, 2],\n  "b": "**x**"\n}',
    'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n- old line\n+ new line\n- more\n+ more',
    'fn main() {\n    // [link](https://example.org)\n    let a = b[0](c);\n}',
    'FROM node:20\n# Copy\nCOPY . .\nRUN npm ci\nCMD ["node", "."]',
    '$ git log\n- one\n- two',
    'x = y ** 2\nz = a ** b ** c',
    'for i in 1 2 3; do\n  echo "# $i"\ndone',
  ])('is no Markdown: %j', (text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});

it('reads long text in little time', () => {
  const hostile = [
    '*a ',
    '**a ',
    '[a',
    '`a',
    '_a ',
    '> a\n',
    '| a ',
    '[a](',
    '~~a ',
    '$$ a\n',
    '- a: b\n',
    'f(',
    ' ',
    '\n',
    'at a',
    '-',
    '=',
    '---\n-a: b\n',
  ];
  const start = performance.now();
  for (const part of hostile) {
    isMarkdown(part.repeat(1_000_000 / part.length));
  }
  expect(performance.now() - start).toBeLessThan(5_000);
});
