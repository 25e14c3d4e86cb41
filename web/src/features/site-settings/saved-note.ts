/** Tells after the reload that shows the new settings everywhere that they were saved. */
import { reloadPage } from '../../shared/reload-page';
import { toast } from '../../shared/toast';

const KEY = 'site-settings-saved';
const TEXT = 'Site settings saved';

/** Loads the document again, so that its frame has the new settings. */
export function reloadWithNote(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // The page shows what was saved.
  }
  reloadPage();
}

/** Shows the note if the page was loaded again after a save. */
export function showSavedNote(): void {
  try {
    if (sessionStorage.getItem(KEY) !== null) {
      sessionStorage.removeItem(KEY);
      toast.success(TEXT);
    }
  } catch {
    // Nothing was noted.
  }
}
