import { lazyCode } from '../../../shared/loading/lazy-code';
import { LazyChunk } from '../../../shared/loading/lazy-chunk';
import { loadChunk } from '../../../shared/loading/load-chunk';

const searchSuggestions = lazyCode(
  async () => (await loadChunk(() => import('./search-suggestions'))).SearchSuggestions,
);

type Props = {
  input: HTMLInputElement;
  /** Called when a suggestion was chosen in place of the typed text. */
  onChoose?: (() => void) | undefined;
};

/** The suggestions for a search field, whose code is fetched with the first use of the field. */
export function SuggestionsFor({ input, onChoose }: Props) {
  return (
    <LazyChunk code={searchSuggestions}>
      {(SearchSuggestions) => <SearchSuggestions input={input} onChoose={onChoose} />}
    </LazyChunk>
  );
}
