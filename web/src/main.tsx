import { StrictMode, startTransition } from 'react';

import { App } from './app/app';
import { createSiteRouter } from './app/router';
import { loadChunk } from './shared/loading/load-chunk';
import { nextTurn } from './shared/next-turn';
import { rememberReader, whenNobodyTypes } from './app/taking-over';
import './shared/styles/index.css';

const root = document.getElementById('root');
if (root) {
  takeOver(root).catch((error: unknown) => {
    console.warn(error);
    // What the server drew stays; the page's own script says what is missing.
    window.dispatchEvent(new Event('clientfailure'));
  });
}

/** The page that the server drew stays: for good where the client draws the same, else until its own can be drawn whole. */
async function takeOver(root: HTMLElement): Promise<void> {
  // The modules that came have had their turn.
  await nextTurn();
  const router = await createSiteRouter({ isDrawn: root.childElementCount > 0 });
  // It takes long to begin: in a turn of its own.
  const { createRoot, hydrateRoot } = await loadChunk(() => import('react-dom/client'));
  await whenNobodyTypes(root);
  const bringBack = rememberReader(root);
  const isServed = 'hydrates' in root.dataset;
  const app = (
    <StrictMode>
      <App router={router} isServed={isServed} onDrawn={bringBack} />
    </StrictMode>
  );
  // In turns: what is pressed or scrolled meanwhile does not wait for the whole page.
  startTransition(() => {
    if (isServed) {
      hydrateRoot(root, app);
    } else {
      createRoot(root).render(app);
    }
  });
}
