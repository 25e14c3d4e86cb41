import { StrictMode, startTransition } from 'react';

import { App } from './app/app';
import { prepareHydration } from './app/hydration';
import { createSiteRouter } from './app/router';
import { readBootstrapData } from './shared/api/bootstrap-data';
import { loadChunk } from './shared/loading/load-chunk';
import { yieldToMain } from './shared/yield-to-main';
import './shared/styles/index.css';

const root = document.getElementById('root');
if (root) {
  start(root).catch((error: unknown) => {
    console.warn(error);
    // The server-rendered page stays; the script in the document shows a notice.
    window.dispatchEvent(new Event('clientfailure'));
  });
}

/** Hydrates the server-rendered page; renders the pages that the server leaves empty. */
async function start(root: HTMLElement): Promise<void> {
  readBootstrapData();
  // A task of its own, after the evaluation of the modules.
  await yieldToMain();
  const isServerRendered = root.childElementCount > 0;
  const router = await createSiteRouter({ isServerRendered });
  // Evaluating react-dom takes long: it gets a task of its own.
  const { createRoot, hydrateRoot } = await loadChunk(() => import('react-dom/client'));
  const app = (
    <StrictMode>
      <App router={router} isHydrating={isServerRendered} onRendered={prepareHydration(root)} />
    </StrictMode>
  );
  // As a transition: input meanwhile does not wait for the whole page.
  startTransition(() => {
    if (isServerRendered) {
      hydrateRoot(root, app);
    } else {
      createRoot(root).render(app);
    }
  });
}
