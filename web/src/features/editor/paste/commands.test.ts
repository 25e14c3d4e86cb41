import { expect, it } from 'vitest';

import { terminalLanguage } from './commands';

it.each([
  ['$ npm install', 'bash'],
  ['$ ./run.sh\nok', 'bash'],
  ['ann@laptop:~/src$ ls -l', 'bash'],
  ['root@server:/etc# cat hosts', 'bash'],
  ['[ann@laptop src]$ make', 'bash'],
  ['(venv) ann@laptop:~$ python a.py', 'bash'],
  ['ann@Anns-MacBook src % git status', 'bash'],
  ['% git status', 'bash'],
  ['❯ cargo test', 'bash'],
  ['➜  blog git:(main) ✗ git push', 'bash'],
  ['PS C:\\Users\\Ann> Get-ChildItem', 'powershell'],
  ['PS C:\\>', 'powershell'],
])('recognises the prompt of %j', (text, language) => {
  expect(terminalLanguage(text)).toBe(language);
});

it.each([
  '# title',
  '> quote',
  '- item',
  '$5 is the price',
  '$$\nx\n$$',
  '% of the votes',
  '% A comment of LaTeX',
  'ann@example.org wrote: $100 is enough',
  'Mail ann@example.org',
  'npm install',
  'a > b',
  '',
])('finds no prompt in %j', (text) => {
  expect(terminalLanguage(text)).toBeNull();
});
