// Writes the icons of server-rendered pages to icons.json, with the client's markup.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const NAMES = [
  'ArrowLeft',
  'ArrowUpRight',
  'Bell',
  'Bookmark',
  'ChevronLeft',
  'ChevronRight',
  'Clock',
  'Ellipsis',
  'Eye',
  'FileQuestion',
  'Gem',
  'Heart',
  'History',
  'House',
  'Link2',
  'LogIn',
  'MessageCircle',
  'Monitor',
  'Moon',
  'Pause',
  'Plus',
  'Rss',
  'Search',
  'Sun',
  'TrendingUp',
  'UserPlus',
  'UserRound',
  'UserRoundX',
  'X',
];

const icons = NAMES.map((name) => [
  name,
  renderToStaticMarkup(createElement(lucide[name], { 'aria-hidden': true })),
]);
const folder = process.env.BLOG_APP_WEB_OUT ?? 'dist';
await writeFile(join(folder, 'icons.json'), JSON.stringify(Object.fromEntries(icons)));
