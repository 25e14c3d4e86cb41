import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app/app';
import { createSiteRouter, whenReady } from './app/router';
import { rememberReader, whenNobodyTypes } from './app/taking-over';
import './shared/styles/index.css';

const root = document.getElementById('root');
if (root) {
  void takeOver(root);
}

/** The page that the server drew stays until the one that takes its place can be drawn whole. */
async function takeOver(root: HTMLElement): Promise<void> {
  const router = createSiteRouter();
  await whenReady(router);
  await whenNobodyTypes(root);
  const bringBack = rememberReader(root);
  // In turns: what is pressed or scrolled meanwhile does not wait for the whole page.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App router={router} onDrawn={bringBack} />
      </StrictMode>,
    );
  });
}
