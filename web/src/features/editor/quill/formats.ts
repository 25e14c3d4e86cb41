/** What Quill knows of posts: its own formats, stricter where a post is, and what goes through it as a whole. */
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
import { KEPT_BLOCK, KEPT_HTML, KEPT_INLINE } from '../html/kept';
import { parsed } from '../html/tree';
import { MarkerColour, WrittenColour } from './readable-colour';

const NOWHERE = 'about:blank';
const LANGUAGE = 'data-language';
/** Inline elements of posts that the toolbar does not make. */
const OTHER_INLINE = ['kbd', 'mark', 'del', 'ins', 'small', 'samp', 'var', 'cite', 'dfn', 'q'];

class PostLink extends Link {
  static override sanitize(address: string): string {
    return isLink(address) ? address : NOWHERE;
  }
}

class PostImage extends Image {
  static override sanitize(address: string): string {
    return isPicture(address) ? address : NOWHERE;
  }
}

class PostVideo extends Video {
  static override sanitize(address: string): string {
    return isPlayer(address) ? address : NOWHERE;
  }
}

/** Code whose lines know their language. */
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
  static override className = KEPT_BLOCK;
  static override tagName = 'DIV';

  static override create(value: unknown): Node {
    return holding(super.create(), value);
  }

  static override value(element: Element): string {
    return element.getAttribute(KEPT_HTML) ?? '';
  }
}

class KeptInline extends Embed {
  static override blotName = 'kept-inline';
  static override className = KEPT_INLINE;
  static override tagName = 'SPAN';

  static override create(value: unknown): Node {
    return holding(super.create(), value);
  }

  static override value(element: Element): string {
    return element.getAttribute(KEPT_HTML) ?? '';
  }
}

/** Lets headings keep the names that links in the post go by. */
const Place = new Parchment.Attributor('id', 'id', { scope: Parchment.Scope.BLOCK });

function languageIn(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : NO_LANGUAGE;
}

/** Shows a part of a post that cannot be edited, with nothing in it that can be used. */
function holding(node: Node, value: unknown): Node {
  if (node instanceof HTMLElement && typeof value === 'string') {
    const html = allowedHtml(value);
    node.setAttribute(KEPT_HTML, html);
    node.contentEditable = 'false';
    const shown = document.createElement('span');
    shown.inert = true;
    shown.append(...parsed(html).childNodes);
    node.replaceChildren(shown);
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

/** Makes the formats known; once is enough for all editors. */
export function registerFormats(): void {
  if (isRegistered) {
    return;
  }
  isRegistered = true;
  // A link goes around what is in it, so that it stays one.
  Inline.order = [...Inline.order.filter((name) => name !== Link.blotName), Link.blotName];
  const own = [KeptBlock, KeptInline, ...OTHER_INLINE.map(inline)];
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
    id: Place,
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
    ...Object.fromEntries(own.map((blot) => [blot.blotName, blot])),
  };
  Quill.register(
    Object.fromEntries(
      Object.entries(formats).map(([name, format]) => [`formats/${name}`, format]),
    ),
    true,
  );
}
