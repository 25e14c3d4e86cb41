/** How the editor shows the parts of a post that differ from their stored form. */
import type { Node } from 'prosemirror-model';
import type { EditorProps, EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';

import { allowedHtml } from '../../html/allowed';
import { parseHtml } from '../../html/tree';
import { attributesOf, keptIn, optionalText, text } from '../../schema/attributes';
import { toggleCheck } from '../commands/lists';
import { codeBlockView, type ShowPreview } from './code-block-view';

type View = NodeView & { dom: HTMLElement };

/** Returns the views; `showPreview` draws formulas and diagrams. */
export function nodeViews(showPreview: ShowPreview): NonNullable<EditorProps['nodeViews']> {
  return {
    figure: figureView,
    image: imageView,
    html_block: (node) => keptView('div', node),
    html_inline: (node) => keptView('span', node),
    list_item: listItemView,
    footnote_reference: footnoteView,
    video: videoView,
    code_block: (node) => codeBlockView(node, showPreview),
  };
}

function pictureElement({ attrs }: Node, kept: string): HTMLImageElement {
  const image = document.createElement('img');
  for (const [name, value] of Object.entries(keptIn(attrs, kept))) {
    image.setAttribute(name, value);
  }
  image.src = text(attrs, 'src');
  image.alt = optionalText(attrs, 'alt') ?? '';
  return image;
}

/** A picture with its caption below. */
function figureView(node: Node): View {
  const dom = document.createElement('figure');
  let image = pictureElement(node, 'image');
  image.contentEditable = 'false';
  const caption = document.createElement('figcaption');
  dom.append(image, caption);
  const show = (shown: Node) => {
    dom.className = text(shown.attrs, 'align') && `ql-align-${text(shown.attrs, 'align')}`;
    caption.toggleAttribute('data-empty', shown.content.size === 0);
    image.toggleAttribute('data-no-text', optionalText(shown.attrs, 'alt') === null);
  };
  show(node);
  return {
    dom,
    contentDOM: caption,
    update: (updated) => {
      if (updated.type !== node.type) {
        return false;
      }
      if (updated.attrs['src'] === node.attrs['src']) {
        image.alt = optionalText(updated.attrs, 'alt') ?? '';
      } else {
        const replacement = pictureElement(updated, 'image');
        replacement.contentEditable = 'false';
        image.replaceWith(replacement);
        image = replacement;
      }
      node = updated;
      show(updated);
      return true;
    },
    // The image notes that it could not be loaded, in an attribute.
    ignoreMutation: (mutation) => isOutside(caption, mutation),
  };
}

function imageView(node: Node): View {
  return { dom: pictureElement(node, 'kept'), ignoreMutation: () => true };
}

/** HTML that is shown and kept: inert, not editable. */
function keptView(tag: 'div' | 'span', { attrs }: Node): View {
  const dom = document.createElement(tag);
  dom.className = tag === 'div' ? 'kept-html' : 'kept-html-inline';
  dom.contentEditable = 'false';
  const content = document.createElement(tag);
  content.inert = true;
  content.append(...parseHtml(allowedHtml(text(attrs, 'html'))).childNodes);
  dom.append(content);
  return { dom, ignoreMutation: () => true };
}

/** A list item; those of checklists have a box to tick. */
function listItemView(node: Node, view: EditorView, getPos: () => number | undefined): View {
  const dom = document.createElement('li');
  for (const [name, value] of Object.entries(attributesOf(node))) {
    dom.setAttribute(name, value);
  }
  const check = text(node.attrs, 'check');
  if (check === '') {
    return { dom, contentDOM: dom };
  }
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.contentEditable = 'false';
  box.tabIndex = -1;
  box.setAttribute('aria-label', 'Done');
  box.setAttribute('aria-keyshortcuts', 'Control+Enter');
  box.title = 'Done (Ctrl+Enter)';
  box.checked = check === 'checked';
  box.addEventListener('change', () => {
    const pos = getPos();
    if (pos !== undefined) {
      toggleCheck(pos)(view.state, view.dispatch);
    }
  });
  const content = document.createElement('div');
  dom.dataset['list'] = check;
  dom.append(box, content);
  return {
    dom,
    contentDOM: content,
    update: (updated) => {
      const now = text(updated.attrs, 'check');
      if (updated.type !== node.type || now === '') {
        return false;
      }
      box.checked = now === 'checked';
      dom.dataset['list'] = now;
      return true;
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) => isOutside(content, mutation),
  };
}

/** The reference to a footnote; the stylesheet counts them. */
function footnoteView(): View {
  const dom = document.createElement('sup');
  dom.className = 'footnote-mark';
  return { dom };
}

function videoView(node: Node): View {
  const dom = document.createElement('div');
  dom.className = ['video', text(node.attrs, 'align') && `ql-align-${text(node.attrs, 'align')}`]
    .filter(Boolean)
    .join(' ');
  const player = document.createElement('iframe');
  player.src = text(node.attrs, 'src');
  player.title = 'Video';
  player.tabIndex = -1;
  dom.append(player);
  return { dom, ignoreMutation: () => true };
}

/** Whether a change of the page is not one of the editable content. */
function isOutside(content: HTMLElement, mutation: ViewMutationRecord): boolean {
  return mutation.type !== 'selection' && !content.contains(mutation.target);
}
