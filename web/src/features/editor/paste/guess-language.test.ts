import { expect, it } from 'vitest';

import { guessLanguage } from './guess-language';

it.each([
  [
    'fn main() {\n    let mut names: Vec<String> = Vec::new();\n    match names.pop() {\n        Some(name) => println!("{name}"),\n        None => {}\n    }\n}',
    'rust',
  ],
  [
    'import os\n\ndef main(path):\n    with open(path) as file:\n        for line in file:\n            print(line.strip())\n\nif __name__ == "__main__":\n    main("a")',
    'python',
  ],
  [
    'package main\n\nimport "fmt"\n\nfunc main() {\n\tnames := make([]string, 0)\n\tdefer fmt.Println("end")\n\tfor _, name := range names {\n\t\tfmt.Println(name)\n\t}\n}',
    'go',
  ],
  [
    'SELECT name, COUNT(*) FROM posts WHERE id IN (SELECT id FROM drafts) GROUP BY name ORDER BY name;',
    'sql',
  ],
  [
    '<!DOCTYPE html>\n<html>\n<body>\n<p class="a">Hello</p>\n<a href="/x">x</a>\n</body>\n</html>',
    'html',
  ],
  ['{"a": [1, true], "b": {"c": null}}', 'json'],
  ['#include <iostream>\nint main() {\n  std::cout << "a" << std::endl;\n  return 0;\n}', 'cpp'],
  [
    'const a: string = x;\nexport type B = { c: number };\nfunction f(a: number): void {}',
    'typescript',
  ],
])('recognises %j', async (code, language) => {
  expect(await guessLanguage(code)).toBe(language);
});

it.each(['', 'hello', 'a\nb\nc', 'The quick brown fox jumps over the lazy dog.', 'x = 1'])(
  'is unsure of %j',
  async (code) => {
    expect(await guessLanguage(code)).toBeNull();
  },
);
