import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyChunk } from '../../shared/loading/lazy-chunk';
import { loadChunk } from '../../shared/loading/load-chunk';
import type { OwnItemsProps } from './notices-items';

const items = lazyCode(async () => (await loadChunk(() => import('./notices-items'))).NoticesItems);

/** The items of the navigation that show what only those who are signed in have. Nobody else loads them. */
export function OwnItems(props: OwnItemsProps) {
  return (
    // It keeps their place in the bottom bar.
    <LazyChunk code={items} pending={<span className={`${props.bar}-item`} />}>
      {(NoticesItems) => <NoticesItems {...props} />}
    </LazyChunk>
  );
}
