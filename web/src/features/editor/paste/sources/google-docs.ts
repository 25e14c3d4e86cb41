/** Google Docs: all formatting is in the styles of spans. */
import { removeAll, rename } from '../dom';
import { pointsOf } from '../styles';
import { rewriteMonospace } from './monospace';

/** The title of a document has 26 points, a first heading 20. */
const TITLE_POINTS_MIN = 24;

export function rewriteGoogleDocs(root: Element): void {
  removeAll(root, '.Apple-interchange-newline, img[aria-roledescription="checkbox"]');
  rewriteCheckedItems(root);
  rewriteTitle(root);
  rewriteMonospace(root);
}

/** The text of a done item is struck through, which its check box says already. */
function rewriteCheckedItems(root: Element): void {
  for (const item of root.querySelectorAll('li[role="checkbox"][aria-checked="true"]')) {
    for (const styled of item.querySelectorAll('[style*="line-through"]')) {
      const style = styled.getAttribute('style') ?? '';
      styled.setAttribute('style', style.replaceAll('line-through', 'none'));
    }
  }
}

function rewriteTitle(root: Element): void {
  for (const paragraph of root.querySelectorAll('p')) {
    const spans = [...paragraph.children].filter((child) => child.textContent.trim() !== '');
    const isTitle =
      spans.length > 0 && spans.every((span) => (pointsOf(span) ?? 0) >= TITLE_POINTS_MIN);
    if (isTitle && !paragraph.closest('li, td')) {
      rename(paragraph, 'h1');
    }
  }
}
