/**
 * The general normaliser: reads any tree to the blocks and marks of a post. It keeps structure (headings, lists,
 * tables, quotes, code, links, pictures) and builds all elements anew, so that no style or attribute passes unseen.
 */
import { codeTextOf, declaredLanguage, makeCodeBlock } from '../code-block';
import { appendAll, make } from '../dom';
import { isHidden, stylesOf } from '../styles';
import { readDetails, readFootnotes, readQuote, readTerms } from './containers';
import { Flow, type BlockReader } from './flow';
import { headingLevel, readHeading } from './headings';
import { readList } from './lists';
import { contextOf, PLAIN, type Context } from './marks';
import { readFigure, readFrame, readPicture } from './pictures';
import { readTable } from './tables';

const NO_CONTENT = new Set(
  (
    'applet audio base button canvas datalist embed frame frameset head input link map math meta meter noembed ' +
    'noframes noscript object optgroup option param plaintext progress script select source style svg template ' +
    'textarea title track video xmp'
  ).split(' '),
);
const BLOCK_READERS: ReadonlyMap<string, BlockReader> = new Map<string, BlockReader>([
  ['blockquote', readQuote],
  ['details', readDetails],
  ['dl', readTerms],
  ['figure', readFigure],
  ['hr', (rule) => [make(rule, 'hr')]],
  ['iframe', readFrame],
  ['menu', readList],
  ['ol', readList],
  ['pre', readCodeBlock],
  ['table', readTable],
  ['ul', readList],
]);
/** Blocks that only group: their edges end a line. Sets and maps by tag are far faster than selectors. */
const BLOCK_TAGS = new Set(
  (
    'address article aside body center dd dialog dir div dt fieldset figcaption footer form header hgroup html legend ' +
    'li main nav p search section summary tbody td tfoot th thead tr'
  ).split(' '),
);
/** Elements of lines that are built before and pass as they are. */
const FINISHED: ReadonlyMap<string, string> = new Map([
  ['code', '.language-math'],
  ['ruby', '*'],
  ['sup', '.footnote-ref'],
]);

/** Replaces the content of `root` by the blocks of a post. */
export function normalize(root: Element): void {
  const blocks = read(root.childNodes, PLAIN).blocks();
  root.replaceChildren();
  appendAll(root, blocks);
}

function read(nodes: Iterable<Node>, context: Context): Flow {
  let flow: Flow | undefined;
  for (const node of nodes) {
    flow ??= new Flow(node);
    readNode(node, context, flow);
  }
  return flow ?? new Flow(document);
}

function readNode(node: Node, context: Context, flow: Flow): void {
  if (node instanceof Text) {
    flow.addText(node.data, context);
  } else if (node instanceof Element) {
    const tag = node.tagName.toLowerCase();
    if (!NO_CONTENT.has(tag) && !isHidden(node)) {
      readElement(node, tag, context, flow);
    }
  }
}

function readElement(element: Element, tag: string, context: Context, flow: Flow): void {
  const level = headingLevel(element);
  const blockReader = element.matches('section.footnotes') ? readFootnotes : BLOCK_READERS.get(tag);
  if (tag === 'br') {
    flow.addBreak(context);
  } else if (tag === 'img') {
    addPicture(element, context, flow);
  } else if (level !== null) {
    flow.addBlocks(readHeading(element, level, context, read));
  } else if (blockReader) {
    flow.addBlocks(blockReader(element, context, read));
  } else if (isFinished(element, tag)) {
    flow.addObject(element, context);
  } else if (isCodeBlock(element, tag)) {
    flow.addBlocks(readCodeBlock(element));
  } else {
    readContent(element, tag, context, flow);
  }
}

function readContent(element: Element, tag: string, context: Context, flow: Flow): void {
  const inner = contextOf(element, context);
  const isOwnBlock = BLOCK_TAGS.has(tag) || isShownAsBlock(element);
  if (isOwnBlock) {
    flow.endLine();
  }
  for (const child of element.childNodes) {
    readNode(child, inner, flow);
  }
  if (isOwnBlock) {
    flow.endLine();
  }
}

function isShownAsBlock(element: Element): boolean {
  const display = element.hasAttribute('style') ? stylesOf(element).get('display') : undefined;
  return display !== undefined && /^(?:block|flex|grid|table)/u.test(display);
}

function isFinished(element: Element, tag: string): boolean {
  const selector = FINISHED.get(tag);
  return selector !== undefined && element.matches(selector);
}

function addPicture(image: Element, context: Context, flow: Flow): void {
  const picture = readPicture(image);
  if (typeof picture === 'string') {
    flow.addText(picture, context);
  } else if (picture) {
    flow.addObject(picture, context);
  }
}

/** Whether a `code` element stands for a block: it keeps its spaces and has several lines. */
function isCodeBlock(element: Element, tag: string): boolean {
  return (
    tag === 'code' &&
    (stylesOf(element).get('white-space') ?? '').startsWith('pre') &&
    codeTextOf(element).trim().includes('\n')
  );
}

function readCodeBlock(pre: Element): Element[] {
  const [only, ...others] = pre.querySelectorAll('code');
  // Beside its code, a block may have a title and buttons.
  const code = codeTextOf(only && others.length === 0 ? only : pre);
  return code.trim() === ''
    ? []
    : [makeCodeBlock(pre, code.replace(/\s+$/u, ''), declaredLanguage(pre))];
}
