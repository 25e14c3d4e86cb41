/** The blocks that can be inserted by name: by the slash menu, and some of them by the toolbar. */
import type { LucideIcon } from 'lucide-react';
import {
  CodeXml,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  ImagePlus,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Quote,
  Sigma,
  SquarePlay,
  Superscript,
  Table,
  Workflow,
} from 'lucide-react';

import { NO_LANGUAGE } from '../html/code';
import type { EditorController } from '../prosemirror/editor-controller';
import { CALLOUT_CHOICES } from './callouts';

export type BlockChoice = {
  label: string;
  icon: LucideIcon;
  /** Other names that find it. */
  synonyms: readonly string[];
  /** `openForm` opens a form of the toolbar. */
  insert: (editor: EditorController, openForm: (form: 'picture' | 'video') => void) => void;
};

type Editor = EditorController;

/** The blocks that the menu of the toolbar inserts. */
export const INSERTED: readonly BlockChoice[] = [
  {
    label: 'Table',
    icon: Table,
    synonyms: ['grid', 'rows', 'columns'],
    insert: (editor: Editor) => {
      editor.insertTable();
    },
  },
  {
    label: 'Formula',
    icon: Sigma,
    synonyms: ['math', 'latex', 'tex', 'katex', 'equation'],
    insert: (editor: Editor) => {
      editor.insertCode('math');
    },
  },
  {
    label: 'Diagram',
    icon: Workflow,
    synonyms: ['mermaid', 'chart', 'flowchart', 'graph', 'sequence'],
    insert: (editor: Editor) => {
      editor.insertCode('mermaid');
    },
  },
  {
    label: 'Footnote',
    icon: Superscript,
    synonyms: ['reference', 'citation', 'fn'],
    insert: (editor: Editor) => {
      editor.insertFootnote();
    },
  },
  {
    label: 'Horizontal rule',
    icon: Minus,
    synonyms: ['divider', 'line', 'separator', 'hr', 'break'],
    insert: (editor: Editor) => {
      editor.insertRule();
    },
  },
];

/** Callouts by their kind. */
export const CALLOUT_BLOCKS: readonly BlockChoice[] = CALLOUT_CHOICES.map(
  ({ value, label, icon }) => ({
    label,
    icon,
    synonyms: ['callout', 'admonition', 'alert', 'box'],
    insert: (editor: Editor) => {
      editor.insertCallout(value);
    },
  }),
);

const LEVELS = [
  { level: '1', icon: Heading1, synonyms: ['title', 'h1'] },
  { level: '2', icon: Heading2, synonyms: ['title', 'section', 'h2'] },
  { level: '3', icon: Heading3, synonyms: ['title', 'subsection', 'h3'] },
  { level: '4', icon: Heading4, synonyms: ['title', 'h4'] },
] as const;

const HEADINGS: readonly BlockChoice[] = LEVELS.map(({ level, icon, synonyms }) => ({
  label: `Heading ${level}`,
  icon,
  synonyms,
  insert: (editor: Editor) => {
    editor.set('header', level);
  },
}));

const LISTS: readonly BlockChoice[] = [
  {
    label: 'Bulleted list',
    icon: List,
    synonyms: ['unordered', 'ul', 'items', 'points'],
    insert: (editor: Editor) => {
      editor.set('list', 'bullet');
    },
  },
  {
    label: 'Numbered list',
    icon: ListOrdered,
    synonyms: ['ordered', 'ol', 'steps'],
    insert: (editor: Editor) => {
      editor.set('list', 'ordered');
    },
  },
  {
    label: 'Checklist',
    icon: ListChecks,
    synonyms: ['todo', 'tasks', 'checkbox'],
    insert: (editor: Editor) => {
      editor.set('list', 'checked');
    },
  },
];

const TEXTS: readonly BlockChoice[] = [
  {
    label: 'Quote',
    icon: Quote,
    synonyms: ['blockquote', 'citation'],
    insert: (editor: Editor) => {
      editor.set('blockquote', true);
    },
  },
  {
    label: 'Code block',
    icon: CodeXml,
    synonyms: ['pre', 'source', 'program', 'snippet', 'listing'],
    insert: (editor: Editor) => {
      editor.insertCode(NO_LANGUAGE);
    },
  },
];

const MEDIA: readonly BlockChoice[] = [
  {
    label: 'Image',
    icon: ImagePlus,
    synonyms: ['picture', 'photo', 'figure', 'img', 'screenshot', 'upload'],
    insert: (_editor: Editor, openForm) => {
      openForm('picture');
    },
  },
  {
    label: 'Video',
    icon: SquarePlay,
    synonyms: ['youtube', 'vimeo', 'movie', 'embed'],
    insert: (_editor: Editor, openForm) => {
      openForm('video');
    },
  },
];

/** All blocks of the slash menu. */
export const BLOCK_CHOICES: readonly BlockChoice[] = [
  ...HEADINGS,
  ...LISTS,
  ...TEXTS,
  ...MEDIA,
  ...INSERTED,
  ...CALLOUT_BLOCKS,
];
