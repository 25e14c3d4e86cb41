/** Links within the article (sections, footnotes), followed without a page load. */
import { isPlainClick } from '../plain-click';
import { elementForHash, goTo } from './hash-target';

export function watchInnerLinks(
  root: HTMLElement,
  onFollow: (hash: string) => void,
  signal: AbortSignal,
): void {
  root.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
      const target = link && elementForHash(link.getAttribute('href') ?? '');
      if (!target || !isPlainClick(event)) {
        return;
      }
      event.preventDefault();
      onFollow(`#${target.id}`);
      goTo(target);
    },
    { signal },
  );
}
