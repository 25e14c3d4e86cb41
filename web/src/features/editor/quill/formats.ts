/** The formats registered in Quill: its own ones, stricter for posts, and embeds for unsupported elements. */
import { BlockEmbed } from 'quill/blots/block.js';
import Embed from 'quill/blots/embed.js';
import Inline from 'quill/blots/inline.js';
import Quill, { Parchment } from 'quill/core.js';
import { AlignClass } from 'quill/formats/align.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import CodeBlock, { Code } from 'quill/formats/code.js';
import { DirectionClass } from 'quill/formats/direction.js';
import { FontClass } from 'quill/formats/font.js';
import Header from 'quill/formats/header.js';
import Image from 'quill/formats/image.js';
import Indent from 'quill/formats/indent.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import List from 'quill/formats/list.js';
import Script from 'quill/formats/script.js';
import { SizeClass } from 'quill/formats/size.js';
import Strike from 'quill/formats/strike.js';
import Underline from 'quill/formats/underline.js';
import Video from 'quill/formats/video.js';

import { isLink, isPicture, isPlayer } from '../html/addresses';
import { allowedHtml } from '../html/allowed';
import { NO_LANGUAGE } from '../html/code';
import { EMBED_BLOCK, EMBED_HTML, EMBED_INLINE } from '../html/protected';
import { parseHtml } from '../html/tree';
import { MarkerColour, WrittenColour } from './readable-colour';

const BLANK_ADDRESS = 'about:blank';
const LANGUAGE = 'data-language';
/** Inline elements of posts without a button in the toolbar. */
const OTHER_INLINE = ['kbd', 'mark', 'del', 'ins', 'small', 'samp', 'var', 'cite', 'dfn', 'q'];

class PostLink extends Link {
  static override sanitize(address: string): string {
    return isLink(address) ? address : BLANK_ADDRESS;
  }
}

class PostImage extends Image {
  static override sanitize(address: string): string {
    return isPicture(address) ? address : BLANK_ADDRESS;
  }
}

class PostVideo extends Video {
  static override sanitize(address: string): string {
    return isPlayer(address) ? address : BLANK_ADDRESS;
  }
}

/** Code blocks with a language on each line. */
class LanguageCodeBlock extends CodeBlock {
  static override create(value: unknown): HTMLElement {
    const element = super.create(value);
    element.setAttribute(LANGUAGE, languageIn(value));
    return element;
  }

  static override formats(element: HTMLElement): string {
    return element.getAttribute(LANGUAGE) ?? NO_LANGUAGE;
  }

  override format(name: string, value: unknown): void {
    if (name === LanguageCodeBlock.blotName && value) {
      this.domNode.setAttribute(LANGUAGE, languageIn(value));
    } else {
      super.format(name, value);
    }
  }
}

class KeptBlock extends BlockEmbed {
  static override blotName = 'kept-block';
  static override className = EMBED_BLOCK;
  static override tagName = 'DIV';

  static override create(value: unknown): Node {
    return renderEmbed(super.create(), value);
  }

  static override value(element: Element): string {
    return element.getAttribute(EMBED_HTML) ?? '';
  }
}

class KeptInline extends Embed {
  static override blotName = 'kept-inline';
  static override className = EMBED_INLINE;
  static override tagName = 'SPAN';

  static override create(value: unknown): Node {
    return renderEmbed(super.create(), value);
  }

  static override value(element: Element): string {
    return element.getAttribute(EMBED_HTML) ?? '';
  }
}

/** Keeps the ids of headings, the targets of links in the post. */
const IdAttributor = new Parchment.Attributor('id', 'id', { scope: Parchment.Scope.BLOCK });

function languageIn(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : NO_LANGUAGE;
}

/** Renders the HTML of an embed, inert and not editable. */
function renderEmbed(node: Node, value: unknown): Node {
  if (node instanceof HTMLElement && typeof value === 'string') {
    const html = allowedHtml(value);
    node.setAttribute(EMBED_HTML, html);
    node.contentEditable = 'false';
    const content = document.createElement('span');
    content.inert = true;
    content.append(...parseHtml(html).childNodes);
    node.replaceChildren(content);
  }
  return node;
}

function inline(tag: string) {
  return class extends Inline {
    static override blotName = tag;
    static override tagName = tag.toUpperCase();
  };
}

let isRegistered = false;

/** Registers the formats; once for all editors. */
export function registerFormats(): void {
  if (isRegistered) {
    return;
  }
  isRegistered = true;
  // Links are the outermost inline format, so that other formats do not split them.
  Inline.order = [...Inline.order.filter((name) => name !== Link.blotName), Link.blotName];
  const ownBlots = [KeptBlock, KeptInline, ...OTHER_INLINE.map(inline)];
  const formats = {
    align: AlignClass,
    background: MarkerColour,
    blockquote: Blockquote,
    bold: Bold,
    code: Code,
    'code-block': LanguageCodeBlock,
    color: WrittenColour,
    direction: DirectionClass,
    font: FontClass,
    header: Header,
    id: IdAttributor,
    image: PostImage,
    indent: Indent,
    italic: Italic,
    link: PostLink,
    list: List,
    script: Script,
    size: SizeClass,
    strike: Strike,
    underline: Underline,
    video: PostVideo,
    ...Object.fromEntries(ownBlots.map((blot) => [blot.blotName, blot])),
  };
  Quill.register(
    Object.fromEntries(
      Object.entries(formats).map(([name, format]) => [`formats/${name}`, format]),
    ),
    true,
  );
}
